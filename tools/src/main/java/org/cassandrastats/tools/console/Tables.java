/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.tools.console;

import com.github.freva.asciitable.AsciiTable;
import com.github.freva.asciitable.Column;
import com.github.freva.asciitable.ColumnData;
import com.github.freva.asciitable.HorizontalAlign;
import com.github.freva.asciitable.OverflowBehaviour;
import java.util.ArrayList;
import java.util.List;

/** Lays out tables for standard output. */
public final class Tables {
  private static final int WIDEST = 100;

  private Tables() {}

  /**
   * A table with a header.
   *
   * @param header a title per column; one that ends in "#" (which is not shown) is aligned right
   * @param rows the cells of each row
   */
  public static String of(List<String> header, List<List<String>> rows) {
    List<ColumnData<List<String>>> columns = new ArrayList<>();
    for (int i = 0; i < header.size(); i++) {
      int index = i;
      String title = header.get(i);
      boolean numeric = title.endsWith("#");
      columns.add(
          new Column()
              .header(numeric ? title.substring(0, title.length() - 1) : title)
              .headerAlign(HorizontalAlign.LEFT)
              .dataAlign(numeric ? HorizontalAlign.RIGHT : HorizontalAlign.LEFT)
              .maxWidth(WIDEST, OverflowBehaviour.NEWLINE)
              .with(row -> row.get(index)));
    }
    return AsciiTable.getTable(AsciiTable.BASIC_ASCII_NO_DATA_SEPARATORS, rows, columns);
  }
}
