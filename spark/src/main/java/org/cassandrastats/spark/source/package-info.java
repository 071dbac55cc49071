/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Tables of Cassandra as a source of Spark: partitions are token ranges, and aggregates are
 * answered by the nodes and merged by the client.
 */
package org.cassandrastats.spark.source;
