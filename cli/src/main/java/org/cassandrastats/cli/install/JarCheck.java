/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.install;

import java.io.PrintWriter;
import org.cassandrastats.catalogue.Catalogue;
import org.cassandrastats.cli.connection.Cluster;
import org.cassandrastats.cli.lane.LaneAdvice;
import org.cassandrastats.cli.lane.LaneTable;
import org.cassandrastats.cli.lane.Lanes;
import org.cassandrastats.cli.lane.NodeOffers;
import org.cassandrastats.cli.schema.Families;

/** Shows which lane each node offers, and changes nothing. */
final class JarCheck {
  /** The exit code if nodes differ or cannot be asked. */
  static final int DIFFERENT = 3;

  private final Cluster cluster;
  private final Catalogue catalogue;
  private final String keyspace;

  JarCheck(Cluster cluster, Catalogue catalogue, String keyspace) {
    this.cluster = cluster;
    this.catalogue = catalogue;
    this.keyspace = keyspace;
  }

  /**
   * Asks every node and prints a table and advice.
   *
   * @return the exit code
   */
  int run(PrintWriter out) {
    Lanes lanes = new NodeOffers(cluster, Families.all(catalogue), keyspace).of(cluster.nodes());
    LaneAdvice advice = new LaneAdvice(lanes, catalogue.version());
    LaneTable.print(out, lanes.offers());
    advice.sentences().forEach(out::println);
    out.flush();
    return lanes.nodesAgree() ? 0 : DIFFERENT;
  }
}
