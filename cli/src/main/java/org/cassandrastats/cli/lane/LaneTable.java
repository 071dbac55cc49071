/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.lane;

import java.io.PrintWriter;
import java.util.List;
import java.util.Optional;
import org.cassandrastats.cli.console.Tables;

/** Shows what nodes offer. */
public final class LaneTable {
  private static final List<String> HEADER =
      List.of("node", "Cassandra", "UDFs", "UDF threads", "server jar", "answered by");
  private static final String NOT_KNOWN = "unknown";

  private LaneTable() {}

  public static void print(PrintWriter out, List<NodeOffer> offers) {
    out.println(Tables.of(HEADER, offers.stream().map(LaneTable::row).toList()));
    for (NodeOffer offer : offers) {
      offer.notes().forEach(note -> out.println(offer.node() + ": " + note + "."));
    }
    out.flush();
  }

  private static List<String> row(NodeOffer offer) {
    return List.of(
        offer.node(),
        offer.cassandra().orElse(NOT_KNOWN),
        setting(offer.udfs(), "enabled", "disabled"),
        setting(offer.udfThreads(), "on", "off"),
        offer.jar().orElse(offer.isKnown() ? "-" : NOT_KNOWN),
        offer.lane().label());
  }

  private static String setting(Optional<Boolean> value, String yes, String no) {
    return value.map(on -> on ? yes : no).orElse(NOT_KNOWN);
  }
}
