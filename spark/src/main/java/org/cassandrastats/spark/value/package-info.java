/* SPDX-License-Identifier: Apache-2.0 */
/** Types and values of Cassandra as Spark has them, and back. */
package org.cassandrastats.spark.value;
