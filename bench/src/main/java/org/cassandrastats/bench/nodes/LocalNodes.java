/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.nodes;

import org.cassandrastats.localcluster.node.NodeSettings;

/**
 * How the throw-away nodes of a lane are started.
 *
 * @param heap largest heap of each, such as "2g"
 * @param count how many
 * @param variant what distinguishes them from those of another part of the study
 */
record LocalNodes(BenchLane lane, String heap, int count, NodeVariant variant) {

  void configure(NodeSettings.Builder settings) {
    lane.configure(settings);
    settings
        .heap(heap)
        // The default deadlines would end many of the queries to be timed.
        .yaml("read_request_timeout", "1h")
        .yaml("range_request_timeout", "1h")
        .yaml("native_transport_timeout", variant.nativeTimeout().toMillis() + "ms")
        // On a busy machine a thread may well stand still for Cassandra's second and a half.
        .yaml("user_defined_functions_warn_timeout", "30s")
        .yaml("user_defined_functions_fail_timeout", "60s")
        .yaml(variant.yaml());
    variant.jvmArguments().forEach(settings::jvmArgument);
  }
}
