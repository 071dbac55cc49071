/* SPDX-License-Identifier: Apache-2.0 */
/** Apache Spark in a process of its own, for {@code cassandra-stats bench spark}. */
package org.cassandrastats.bench.spark;
