/* SPDX-License-Identifier: Apache-2.0 */
/** Arguments of functions in rows of Spark: of which CQL type they are, and how they are read. */
package org.cassandrastats.spark.argument;
