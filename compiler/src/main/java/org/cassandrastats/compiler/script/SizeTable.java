/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.compiler.script;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToIntFunction;
import org.cassandrastats.catalogue.Catalogue;
import org.cassandrastats.catalogue.Function;

/** How much a DBA reads and a cluster is given: the table of sizes in a page of the docs. */
public final class SizeTable {
  private static final String BEGIN = "<!-- sizes: made by the build -->\n";
  private static final String END = "<!-- /sizes -->";

  private SizeTable() {}

  /**
   * The page with the table of today.
   *
   * @param page the text of the page, with a comment before and after the table
   * @param scripts the scripts by file name
   * @param bytecode bytes of bytecode by signature
   */
  public static String in(
      String page,
      Catalogue catalogue,
      Map<String, String> scripts,
      Map<String, Integer> bytecode) {
    int begin = page.indexOf(BEGIN);
    int end = page.indexOf(END, begin);
    if (begin < 0 || end < 0) {
      throw new IllegalArgumentException(
          "expected a table between " + BEGIN.strip() + " and " + END);
    }
    return page.substring(0, begin + BEGIN.length())
        + table(catalogue, scripts, bytecode)
        + page.substring(end);
  }

  private static String table(
      Catalogue catalogue, Map<String, String> scripts, Map<String, Integer> bytecode) {
    StringBuilder table =
        new StringBuilder(
            """
            | script | lines | kB | functions | aggregates | longest body, lines | largest body, bytes of bytecode |
            | --- | ---: | ---: | ---: | ---: | ---: | ---: |
            """);
    StringBuilder all = new StringBuilder();
    for (String family : catalogue.families()) {
      String file = family + ".cql";
      String script = scripts.get(file);
      row(table, "`" + file + "`", script, catalogue.of(List.of(family)), bytecode);
      all.append(script);
    }
    row(table, "all", all.toString(), catalogue, bytecode);
    return table.toString();
  }

  private static void row(
      StringBuilder table,
      String name,
      String script,
      Catalogue catalogue,
      Map<String, Integer> bytecode) {
    table.append(
        String.format(
            Locale.ROOT,
            "| %s | %,d | %d | %d | %d | %d | %,d |\n",
            name,
            script.lines().count(),
            (script.length() + 500) / 1000,
            catalogue.functions().size(),
            catalogue.aggregates().size(),
            most(catalogue, function -> (int) function.body().lines().count()),
            most(catalogue, function -> bytecode.get(function.signature()))));
  }

  private static int most(Catalogue catalogue, ToIntFunction<Function> size) {
    return catalogue.functions().stream().mapToInt(size).max().orElseThrow();
  }
}
