/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.accuracy;

import java.io.StringWriter;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/**
 * A drawing as SVG, an element a line. Chart libraries write text as outlines of glyphs, a hundred
 * times the size, which change with the fonts of the machine.
 */
public final class SvgDocument {
  private static final String STYLE =
      """

      text { font: 11px sans-serif; text-anchor: middle; fill: #222 }
      .title { font-weight: bold; font-size: 13px }
      .number { text-anchor: end }
      .legend { text-anchor: start }
      .grid { stroke: #ddd; stroke-width: 1 }
      .line { fill: none; stroke-width: 1.8; marker-start: url(#dot); marker-mid: url(#dot); marker-end: url(#dot) }
      .line0 { stroke: #0072b2 }
      .line1 { stroke: #d55e00; stroke-dasharray: 7 3 }
      .line2 { stroke: #009e73; stroke-dasharray: 2 2 }
      """;

  private final StringWriter text = new StringWriter();
  private final XMLStreamWriter xml;

  public SvgDocument(int width, int height) {
    try {
      xml = XMLOutputFactory.newInstance().createXMLStreamWriter(text);
      start(
          "svg",
          "xmlns",
          "http://www.w3.org/2000/svg",
          "width",
          Integer.toString(width),
          "height",
          Integer.toString(height));
      xml.writeCharacters("\n");
      element("style", STYLE);
      start(
          "marker", "id", "dot", "markerWidth", "4", "markerHeight", "4", "refX", "2", "refY", "2");
      element("circle", "", "cx", "2", "cy", "2", "r", "1.2", "fill", "#222");
      xml.writeEndElement();
      xml.writeCharacters("\n");
      element("rect", "", "width", "100%", "height", "100%", "fill", "white");
    } catch (XMLStreamException failed) {
      throw new IllegalStateException(failed);
    }
  }

  public void line(String kind, double fromX, double fromY, double toX, double toY) {
    polyline(kind, List.of(new double[] {fromX, fromY}, new double[] {toX, toY}));
  }

  public void polyline(String kind, List<double[]> points) {
    String coordinates =
        points.stream()
            .map(point -> number(point[0]) + "," + number(point[1]))
            .collect(Collectors.joining(" "));
    add("polyline", "", "class", kind, "points", coordinates);
  }

  public void text(String kind, double x, double y, String content) {
    add("text", content, "class", kind, "x", number(x), "y", number(y));
  }

  /** The whole file; the drawing cannot be continued after it. */
  public String finish() {
    try {
      xml.writeEndElement();
      xml.writeCharacters("\n");
      xml.flush();
    } catch (XMLStreamException failed) {
      throw new IllegalStateException(failed);
    }
    return text.toString();
  }

  private void add(String name, String content, String... attributes) {
    try {
      element(name, content, attributes);
    } catch (XMLStreamException failed) {
      throw new IllegalStateException(failed);
    }
  }

  private void element(String name, String content, String... attributes)
      throws XMLStreamException {
    start(name, attributes);
    xml.writeCharacters(content);
    xml.writeEndElement();
    xml.writeCharacters("\n");
  }

  /** Attributes are names and values in turns. */
  private void start(String name, String... attributes) throws XMLStreamException {
    xml.writeStartElement(name);
    for (int index = 0; index < attributes.length; index += 2) {
      xml.writeAttribute(attributes[index], attributes[index + 1]);
    }
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, "%.1f", value);
  }
}
