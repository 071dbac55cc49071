/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.console;

import com.github.freva.asciitable.AsciiTable;
import com.github.freva.asciitable.Column;
import com.github.freva.asciitable.ColumnData;
import com.github.freva.asciitable.HorizontalAlign;
import com.github.freva.asciitable.OverflowBehaviour;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Lays out tables for standard output. */
public final class Tables {
  private static final int WIDEST = 100;
  private static final Character[] LIGHT = light();

  private Tables() {}

  /**
   * A table with a header.
   *
   * @param header a title per column; one that ends in "#" (which is not shown) is aligned right
   * @param rows the cells of each row
   */
  public static String of(List<String> header, List<List<String>> rows) {
    return AsciiTable.getTable(
        AsciiTable.BASIC_ASCII_NO_DATA_SEPARATORS,
        rows,
        columns(header, HorizontalAlign.LEFT, Collections.nCopies(header.size(), WIDEST)));
  }

  /**
   * A table with nothing but blanks between its columns.
   *
   * @param header as of {@link #of}
   * @param widest how many characters a column may have; longer cells take several lines
   * @param rows the cells of each row
   */
  public static String light(List<String> header, List<Integer> widest, List<List<String>> rows) {
    return AsciiTable.getTable(LIGHT, rows, columns(header, HorizontalAlign.RIGHT, widest));
  }

  private static List<ColumnData<List<String>>> columns(
      List<String> header, HorizontalAlign numericHeader, List<Integer> widest) {
    List<ColumnData<List<String>>> columns = new ArrayList<>();
    for (int i = 0; i < header.size(); i++) {
      int index = i;
      String title = header.get(i);
      boolean numeric = title.endsWith("#");
      columns.add(
          new Column()
              .header(numeric ? title.substring(0, title.length() - 1) : title)
              .headerAlign(numeric ? numericHeader : HorizontalAlign.LEFT)
              .dataAlign(numeric ? HorizontalAlign.RIGHT : HorizontalAlign.LEFT)
              .maxWidth(widest.get(i), OverflowBehaviour.NEWLINE)
              .with(row -> row.get(index)));
    }
    return columns;
  }

  /** A rule below the header, and blanks between the columns. */
  private static Character[] light() {
    Character[] border = AsciiTable.BASIC_ASCII_NO_DATA_SEPARATORS_NO_OUTSIDE_BORDER.clone();
    for (int i = 0; i < border.length; i++) {
      border[i] = border[i] != null && border[i] == '-' ? border[i] : null;
    }
    return border;
  }
}
