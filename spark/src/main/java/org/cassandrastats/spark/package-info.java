/* SPDX-License-Identifier: Apache-2.0 */
/** The pack in Apache Spark: a catalog of its functions. */
package org.cassandrastats.spark;
