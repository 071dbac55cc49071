/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies.rows;

import com.datastax.oss.driver.api.core.CqlIdentifier;
import com.datastax.oss.driver.api.core.ProtocolVersion;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.type.codec.TypeCodecs;
import java.util.Set;
import org.cassandrastats.bench.harness.StudyContext;
import org.cassandrastats.bench.measure.MeasuredAggregate;
import org.cassandrastats.bench.nodes.BenchKeyspace;

/** The rows of a study in a partition that one of several nodes has, asked for through another. */
record SinglyStored(StudyContext bench, Node coordinator) {
  private static final String TABLE = BenchKeyspace.SINGLY_STORED + ".readings";
  private static final int SENSOR = 1;

  static SinglyStored load(StudyContext bench, int rows) {
    BenchKeyspace.createSinglyStored(bench.session());
    bench.load(TABLE, bench.column(), rows, SENSOR, 1);
    bench.target().flushAndCompact(BenchKeyspace.SINGLY_STORED);
    return new SinglyStored(bench, otherThanReplica(bench));
  }

  private static Node otherThanReplica(StudyContext bench) {
    Set<Node> replicas =
        bench
            .session()
            .getMetadata()
            .getTokenMap()
            .orElseThrow()
            .getReplicas(
                CqlIdentifier.fromInternal(BenchKeyspace.SINGLY_STORED),
                TypeCodecs.INT.encode(SENSOR, ProtocolVersion.DEFAULT));
    if (replicas.size() != 1) {
      throw new IllegalStateException("expected one replica, found " + replicas);
    }
    return bench.nodes().stream()
        .filter(node -> !replicas.contains(node))
        .findFirst()
        .orElseThrow();
  }

  /** What to ask for an aggregate. */
  SimpleStatement query(MeasuredAggregate aggregate, int pageSize) {
    return bench.query(aggregate, TABLE, SENSOR, pageSize).setNode(coordinator);
  }
}
