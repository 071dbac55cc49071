/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.chart;

/** Lines of dots on a terminal: eight dots a character in Braille, one in ASCII. */
final class Canvas {
  private static final int BRAILLE = 0x2800;
  private static final int[][] BITS = {{0x01, 0x02, 0x04, 0x40}, {0x08, 0x10, 0x20, 0x80}};

  private final boolean isBraille;
  private final int[][] cells;

  Canvas(int columns, int rows, Glyphs glyphs) {
    this.isBraille = glyphs == Glyphs.BLOCKS;
    this.cells = new int[rows][columns];
  }

  private int dotsAcross() {
    return isBraille ? 2 : 1;
  }

  private int dotsDown() {
    return isBraille ? 4 : 1;
  }

  /**
   * Joins two points, whose places are parts of the width from the left, and of the height from
   * below.
   */
  void line(double fromX, double fromY, double toX, double toY) {
    int x = dot(fromX, cells[0].length * dotsAcross());
    int y = dot(1 - fromY, cells.length * dotsDown());
    int endX = dot(toX, cells[0].length * dotsAcross());
    int endY = dot(1 - toY, cells.length * dotsDown());
    int steps = Math.max(1, Math.max(Math.abs(endX - x), Math.abs(endY - y)));
    for (int step = 0; step <= steps; step++) {
      mark(
          x + Math.round((float) (endX - x) * step / steps),
          y + Math.round((float) (endY - y) * step / steps));
    }
  }

  private static int dot(double part, int dots) {
    return (int) Math.max(0, Math.min(dots - 1L, Math.round(part * (dots - 1))));
  }

  private void mark(int x, int y) {
    cells[y / dotsDown()][x / dotsAcross()] |= BITS[x % dotsAcross()][y % dotsDown()];
  }

  int rows() {
    return cells.length;
  }

  /** A line of the terminal, from the top. */
  String row(int row) {
    StringBuilder text = new StringBuilder();
    for (int cell : cells[row]) {
      text.append(cell == 0 ? ' ' : isBraille ? (char) (BRAILLE + cell) : '*');
    }
    return text.toString().stripTrailing();
  }
}
