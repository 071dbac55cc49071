/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.report;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;
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

  /** Decades of a logarithmic axis: up to these there is room for more numbers. */
  private static final double FEW_DECADES = 0.8;

  /** From these there is room for tens only. */
  private static final double DECADES_ONLY = 3.9;

  static final Color GRID = new Color(0xE4E4E4);
  private static final Color TEXT = new Color(0x333333);

  // Told apart by those who do not see all colours, too (Okabe and Ito).
  private static final Map<String, Color> LANES =
      Map.of(
          "udf-threads-on", new Color(0xD55E00),
          "udf-threads-off", new Color(0x0072B2),
          "native", new Color(0x009E73));

  /** What belongs to no lane. */
  public static final Color OTHER = new Color(0x777777);

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
      List.of(
          SeriesMarkers.CIRCLE,
          SeriesMarkers.SQUARE,
          SeriesMarkers.TRIANGLE_UP,
          SeriesMarkers.DIAMOND);
  private static final List<float[]> DASHES =
      List.of(new float[0], new float[] {8f, 5f}, new float[] {2f, 4f});

  private Charts() {}

  /** A plot with logarithmic axes. */
  static XYChart logarithmic(String title, String xAxis, String yAxis) {
    XYChart chart = linear(title, xAxis, yAxis);
    chart
        .getStyler()
        .setXAxisLogarithmic(true)
        .setXAxisLogarithmicDecadeOnly(false)
        .setYAxisLogarithmic(true)
        .setYAxisLogarithmicDecadeOnly(false);
    return chart;
  }

  /** Labels logarithmic axes: the more decades there are, the fewer numbers of each. */
  static void labelLogarithms(XYChart chart) {
    AxesChartStyler styler = chart.getStyler();
    if (styler.isXAxisLogarithmic()) {
      String digits = digits(chart, XYSeries::getXMin, XYSeries::getXMax, "125", "125");
      styler.setXAxisTickLabelsFormattingFunction(value -> logarithmicLabel(value, digits));
    }
    if (styler.isYAxisLogarithmic()) {
      String digits = digits(chart, XYSeries::getYMin, XYSeries::getYMax, "123456789", "12357");
      styler.setYAxisTickLabelsFormattingFunction(value -> logarithmicLabel(value, digits));
    }
  }

  /** The first digits of the numbers that there is room for. */
  private static String digits(
      XYChart chart,
      ToDoubleFunction<XYSeries> least,
      ToDoubleFunction<XYSeries> most,
      String few,
      String usual) {
    Collection<XYSeries> all = chart.getSeriesCollection();
    double decades =
        Math.log10(
            all.stream().mapToDouble(most).max().orElse(1)
                / all.stream().mapToDouble(least).min().orElse(1));
    return decades < FEW_DECADES ? few : decades > DECADES_ONLY ? "1" : usual;
  }

  private static String logarithmicLabel(double value, String digits) {
    double first = value / Math.pow(10, Math.floor(Math.log10(value) + 1e-9));
    return digits.indexOf((char) ('0' + Math.round(first))) >= 0 ? label(value) : " ";
  }

  /** A plot with linear axes. */
  static XYChart linear(String title, String xAxis, String yAxis) {
    return linear(title, xAxis, yAxis, HEIGHT);
  }

  /** A plot with linear axes that is at least so high. */
  static XYChart linear(String title, String xAxis, String yAxis, int height) {
    XYChart chart =
        new XYChartBuilder()
            .width(WIDTH)
            .height(Math.max(HEIGHT, height))
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

  /** The colour of a lane. */
  public static Color colour(String lane) {
    return LANES.getOrDefault(lane, OTHER);
  }

  /** One of eight colours for what is told apart within a lane. */
  public static Color colour(int number) {
    return COLOURS.get(number % COLOURS.size());
  }

  private static void style(AxesChartStyler styler) {
    styler
        .setChartBackgroundColor(Color.WHITE)
        .setPlotBackgroundColor(Color.WHITE)
        .setPlotBorderVisible(false)
        .setChartFontColor(TEXT)
        .setChartTitleFont(new Font(Font.SANS_SERIF, Font.BOLD, 17))
        .setLegendFont(new Font(Font.SANS_SERIF, Font.PLAIN, 15))
        .setLegendBorderColor(Color.WHITE)
        .setLegendPosition(LegendPosition.OutsideE)
        .setMarkerSize(9);
    styler
        .setPlotGridLinesColor(GRID)
        .setPlotGridLinesStroke(new BasicStroke(1f))
        .setAxisTitleFont(new Font(Font.SANS_SERIF, Font.PLAIN, 16))
        .setAxisTickLabelsFont(new Font(Font.SANS_SERIF, Font.PLAIN, 15));
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

  /** Adds a line of any colour through points, with one of three strokes and markers. */
  static void addLine(
      XYChart chart, String name, Color colour, int style, List<Double> x, List<Double> y) {
    Marker marker = MARKERS.get(style % DASHES.size());
    add(chart, name, colour, marker, stroke(style % DASHES.size()), x, y);
  }

  /** Adds lines that belong to those of a series, and that the legend does not name. */
  static void addWhiskers(
      XYChart chart, String name, Color colour, List<Double> x, List<Double> y) {
    add(chart, name, colour, SeriesMarkers.NONE, new BasicStroke(1f), x, y).setShowInLegend(false);
  }

  /** Adds points that no line joins, with one of four markers. */
  static XYSeries addPoints(
      XYChart chart, String name, Color colour, int marker, List<Double> x, List<Double> y) {
    return add(chart, name, colour, MARKERS.get(marker % MARKERS.size()), SeriesLines.NONE, x, y);
  }

  /** Adds a single point for comparison: a black cross. */
  static void addReferencePoint(XYChart chart, String name, double x, double y) {
    add(chart, name, Color.BLACK, SeriesMarkers.CROSS, SeriesLines.NONE, List.of(x), List.of(y));
  }

  /** Adds a line for comparison: black, and thick if marked; the second one has shorter dashes. */
  static void addReference(
      XYChart chart, String name, List<Double> x, List<Double> y, boolean marked) {
    add(
        chart,
        name,
        Color.BLACK,
        marked ? SeriesMarkers.DIAMOND : SeriesMarkers.NONE,
        marked
            ? new BasicStroke(3f)
            : isSecond(chart) ? dashed(1.5f, 2f, 4f) : dashed(1.5f, 8f, 5f),
        x,
        y);
  }

  private static boolean isSecond(XYChart chart) {
    return chart.getSeriesCollection().stream()
        .anyMatch(series -> Color.BLACK.equals(series.getLineColor()));
  }

  private static XYSeries add(
      XYChart chart,
      String name,
      Color colour,
      Marker marker,
      BasicStroke stroke,
      List<Double> x,
      List<Double> y) {
    XYSeries series = chart.addSeries(name, x, y);
    series.setMarker(marker);
    series.setMarkerColor(colour);
    series.setLineColor(colour);
    series.setLineStyle(stroke);
    return series;
  }

  private static BasicStroke dashed(float width, float... dash) {
    return new BasicStroke(width, BasicStroke.CAP_BUTT, BasicStroke.JOIN_BEVEL, 0, dash, 0);
  }

  private static BasicStroke stroke(int style) {
    float[] dash = DASHES.get(style);
    return dash.length == 0 ? new BasicStroke(LINE) : dashed(LINE, dash);
  }
}
