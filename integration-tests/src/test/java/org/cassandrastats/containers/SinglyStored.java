/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.containers;

import com.datastax.oss.driver.api.core.CqlIdentifier;
import com.datastax.oss.driver.api.core.ProtocolVersion;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.type.codec.TypeCodecs;
import java.nio.ByteBuffer;
import java.util.Set;
import java.util.stream.IntStream;
import org.cassandrastats.bench.measure.MeasuredAggregate;

/** The rows of a bench in a partition that one of several nodes has, asked for through another. */
final class SinglyStored {
  private static final String KEYSPACE = "suite_rf1";

  private final SuiteTable table;
  private final Node coordinator;

  private SinglyStored(SuiteTable table, Node coordinator) {
    this.table = table;
    this.coordinator = coordinator;
  }

  static SinglyStored load(SuiteBench bench) {
    SuiteTable.createKeyspace(bench.session(), KEYSPACE, 1);
    SuiteTable table = SuiteTable.create(bench.target(), KEYSPACE + ".readings");
    table.write(SuiteBench.PARTITION, bench.rows());
    if (bench.size().documented()) {
      IntStream.rangeClosed(1, bench.nodes().size())
          .forEach(node -> bench.nodes().compact(node, KEYSPACE));
    }
    return new SinglyStored(table, otherThanReplica(bench));
  }

  private static Node otherThanReplica(SuiteBench bench) {
    ByteBuffer key = TypeCodecs.INT.encode(SuiteBench.PARTITION, ProtocolVersion.DEFAULT);
    Set<Node> replicas =
        bench
            .session()
            .getMetadata()
            .getTokenMap()
            .orElseThrow()
            .getReplicas(CqlIdentifier.fromInternal(KEYSPACE), key);
    if (replicas.size() != 1) {
      throw new IllegalStateException("expected one replica, found " + replicas);
    }
    return IntStream.rangeClosed(1, bench.nodes().size())
        .mapToObj(bench::node)
        .filter(node -> !replicas.contains(node))
        .findFirst()
        .orElseThrow();
  }

  /** What to ask for an aggregate. */
  SimpleStatement query(MeasuredAggregate aggregate) {
    return table.query(aggregate, SuiteBench.PARTITION).setNode(coordinator);
  }
}
