/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.report;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.knowm.xchart.CategoryChart;
import org.knowm.xchart.CategoryChartBuilder;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.style.AxesChartStyler;
import org.knowm.xchart.style.Styler.LegendPosition;
import org.knowm.xchart.style.lines.SeriesLines;
import org.knowm.xchart.style.markers.Marker;
import org.knowm.xchart.style.markers.SeriesMarkers;

/** Plots of one look: a colour for each lane, a stroke and a marker for each aggregate. */
public final class Charts {
  private static final int WIDTH = 920;
  private static final int HEIGHT = 540;
  private static final float LINE = 2f;
  private static final Color GRID = new Color(0xE4E4E4);
  private static final Color TEXT = new Color(0x333333);

  // Told apart by those who do not see all colours, too (Okabe and Ito).
  private static final Map<String, Color> LANES =
      Map.of(
          "udf-threads-on", new Color(0xD55E00),
          "udf-threads-off", new Color(0x0072B2),
          "native", new Color(0x009E73));
  private static final Color OTHER = new Color(0x777777);
  private static final List<Color> COLOURS =
      List.of(
          new Color(0x0072B2),
          new Color(0xD55E00),
          new Color(0x009E73),
          new Color(0xCC79A7),
          new Color(0xE69F00),
          new Color(0x56B4E9),
          new Color(0x333333),
          new Color(0xB5A642));

  private static final List<Marker> MARKERS =
      List.of(SeriesMarkers.CIRCLE, SeriesMarkers.SQUARE, SeriesMarkers.TRIANGLE_UP);

  /** Of points: those of lines, and one more. */
  private static final List<Marker> POINT_MARKERS =
      List.of(
          SeriesMarkers.CIRCLE,
          SeriesMarkers.SQUARE,
          SeriesMarkers.TRIANGLE_UP,
          SeriesMarkers.DIAMOND);

  private static final List<Color> POINT_COLOURS =
      List.of(
          new Color(0xD55E00),
          new Color(0x0072B2),
          new Color(0xCC79A7),
          new Color(0xE69F00),
          new Color(0x56B4E9),
          new Color(0x009E73));
  private static final List<float[]> DASHES =
      List.of(new float[0], new float[] {8f, 5f}, new float[] {2f, 4f});

  private Charts() {}

  /** A plot with logarithmic axes. */
  public static XYChart logarithmic(String title, String xAxis, String yAxis) {
    XYChart chart = linear(title, xAxis, yAxis);
    chart.getStyler().setXAxisLogarithmic(true);
    chart.getStyler().setYAxisLogarithmic(true);
    return chart;
  }

  /** A plot with linear axes. */
  public static XYChart linear(String title, String xAxis, String yAxis) {
    XYChart chart =
        new XYChartBuilder()
            .width(WIDTH)
            .height(HEIGHT)
            .title(title)
            .xAxisTitle(xAxis)
            .yAxisTitle(yAxis)
            .build();
    style(chart.getStyler());
    chart
        .getStyler()
        .setXAxisTickLabelsFormattingFunction(Charts::label)
        .setYAxisTickLabelsFormattingFunction(Charts::label);
    return chart;
  }

  /** A plot of bars that stand on each other. */
  public static CategoryChart stacked(String title, String xAxis, String yAxis) {
    CategoryChart chart = bars(title, xAxis, yAxis);
    chart.getStyler().setStacked(true);
    chart
        .getStyler()
        .setXAxisLabelRotation(45)
        .setSeriesColors(new Color[] {colour("udf-threads-off"), colour("udf-threads-on")});
    return chart;
  }

  /** The colour of a lane. */
  public static Color colour(String lane) {
    return LANES.getOrDefault(lane, OTHER);
  }

  /** One of eight colours for what is told apart within a lane. */
  public static Color colour(int number) {
    return COLOURS.get(number % COLOURS.size());
  }

  /** A plot of bars beside each other. */
  public static CategoryChart bars(String title, String xAxis, String yAxis) {
    CategoryChart chart =
        new CategoryChartBuilder()
            .width(WIDTH)
            .height(HEIGHT)
            .title(title)
            .xAxisTitle(xAxis)
            .yAxisTitle(yAxis)
            .build();
    style(chart.getStyler());
    chart.getStyler().setAvailableSpaceFill(0.7);
    chart.getStyler().setYAxisTickLabelsFormattingFunction(Charts::label);
    return chart;
  }

  private static void style(AxesChartStyler styler) {
    styler
        .setChartBackgroundColor(Color.WHITE)
        .setPlotBackgroundColor(Color.WHITE)
        .setPlotBorderVisible(false)
        .setChartFontColor(TEXT)
        .setChartTitleFont(new Font(Font.SANS_SERIF, Font.BOLD, 15))
        .setLegendFont(new Font(Font.SANS_SERIF, Font.PLAIN, 12))
        .setLegendBorderColor(Color.WHITE)
        .setLegendPosition(LegendPosition.OutsideE)
        .setMarkerSize(7);
    styler
        .setPlotGridLinesColor(GRID)
        .setPlotGridLinesStroke(new BasicStroke(1f))
        .setAxisTitleFont(new Font(Font.SANS_SERIF, Font.PLAIN, 13))
        .setAxisTickLabelsFont(new Font(Font.SANS_SERIF, Font.PLAIN, 12));
  }

  /** 1k, 10k, 1M, 0.01. */
  static String label(double value) {
    double magnitude = Math.abs(value);
    if (magnitude >= 1e6) {
      return trimmed(value / 1e6) + "M";
    }
    return magnitude >= 1e4 ? trimmed(value / 1e3) + "k" : trimmed(value);
  }

  private static String trimmed(double value) {
    String text = String.format(Locale.ROOT, "%.4f", value);
    return text.replaceAll("\\.?0+$", "");
  }

  /**
   * Adds a line of a lane.
   *
   * @param style which of three strokes and markers
   * @param halfWidths half of each error bar; empty for none
   */
  public static void addLane(
      XYChart chart,
      String name,
      String lane,
      int style,
      List<Double> x,
      List<Double> y,
      List<Double> halfWidths) {
    addLine(chart, name, colour(lane), style, x, y, halfWidths);
  }

  /**
   * Adds a line of any colour.
   *
   * @param style which of three strokes and markers
   * @param halfWidths half of each error bar; empty for none
   */
  public static void addLine(
      XYChart chart,
      String name,
      Color colour,
      int style,
      List<Double> x,
      List<Double> y,
      List<Double> halfWidths) {
    XYSeries series =
        halfWidths.isEmpty()
            ? chart.addSeries(name, x, y)
            : chart.addSeries(name, x, y, halfWidths);
    series.setMarker(MARKERS.get(style % MARKERS.size()));
    series.setMarkerColor(colour);
    series.setLineColor(colour);
    series.setLineStyle(stroke(style % DASHES.size()));
  }

  /**
   * Adds a single point.
   *
   * @param colour which of six
   * @param marker which of four: circle, square, triangle, diamond
   * @param inLegend whether the legend names it
   */
  public static void addPoint(
      XYChart chart, String name, int colour, int marker, boolean inLegend, double x, double y) {
    XYSeries series = chart.addSeries(name, List.of(x), List.of(y));
    series.setMarker(POINT_MARKERS.get(marker % POINT_MARKERS.size()));
    series.setMarkerColor(POINT_COLOURS.get(colour % POINT_COLOURS.size()));
    series.setLineStyle(SeriesLines.NONE);
    series.setShowInLegend(inLegend);
  }

  /** Adds a single point for comparison: a black cross. */
  public static void addReferencePoint(XYChart chart, String name, double x, double y) {
    XYSeries series = chart.addSeries(name, List.of(x), List.of(y));
    series.setMarker(SeriesMarkers.CROSS);
    series.setMarkerColor(Color.BLACK);
    series.setLineStyle(SeriesLines.NONE);
  }

  /** Adds a line for comparison: thick and grey. */
  public static void addReference(
      XYChart chart, String name, List<Double> x, List<Double> y, boolean marked) {
    XYSeries series = chart.addSeries(name, x, y);
    series.setMarker(marked ? SeriesMarkers.DIAMOND : SeriesMarkers.NONE);
    series.setMarkerColor(Color.BLACK);
    series.setLineColor(Color.BLACK);
    series.setLineStyle(
        marked
            ? new BasicStroke(3f)
            : new BasicStroke(
                1f, BasicStroke.CAP_BUTT, BasicStroke.JOIN_BEVEL, 0, new float[] {6f, 6f}, 0));
  }

  private static BasicStroke stroke(int style) {
    float[] dash = DASHES.get(style);
    return dash.length == 0
        ? new BasicStroke(LINE)
        : new BasicStroke(LINE, BasicStroke.CAP_BUTT, BasicStroke.JOIN_BEVEL, 0, dash, 0);
  }
}
