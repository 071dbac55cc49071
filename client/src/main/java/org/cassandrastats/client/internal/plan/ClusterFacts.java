/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.internal.plan;

/**
 * What is known of a cluster before a query is looked at.
 *
 * @param lane that answers the functions of the pack, such as {@code udf-threads-on}
 * @param everyNodeHasJar whether native functions are on every node
 * @param reading how nodes read for native and built-in functions
 * @param limits when nodes give up
 */
public record ClusterFacts(
    String lane, boolean everyNodeHasJar, Reading reading, ServerLimits limits) {}
