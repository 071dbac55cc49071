/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.report;

import java.util.Map;
import org.cassandrastats.cli.chart.HtmlPage;

/** The colours of plots, told apart by those who do not see all colours, too (Okabe and Ito). */
public final class Charts {
  /** What belongs to no lane. */
  public static final String OTHER = "#777777";

  static final String BLACK = "#000000";

  private static final Map<String, String> LANES =
      Map.of("udf-threads-on", "#d55e00", "udf-threads-off", "#0072b2", "native", "#009e73");

  private Charts() {}

  /** The colour of a lane. */
  public static String colour(String lane) {
    return LANES.getOrDefault(lane, OTHER);
  }

  /** One of eight colours for what is told apart within a lane. */
  public static String colour(int number) {
    return HtmlPage.colour(number);
  }
}
