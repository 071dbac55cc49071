/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.compiler.emit;

import com.github.javaparser.StaticJavaParser;
import com.github.javaparser.ast.stmt.BlockStmt;
import com.github.javaparser.ast.stmt.Statement;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.IntFunction;
import org.cassandrastats.compiler.source.Facts;
import org.cassandrastats.compiler.source.Location;
import org.cassandrastats.compiler.source.StatementOrder;

/**
 * Where the lines of a printed body come from. The printed text is parsed again: it has the same
 * statements in the same order as the tree that it was printed from, which knows their places.
 */
final class LineOrigins {
  private LineOrigins() {}

  static IntFunction<Location> of(String text, BlockStmt body, Location method) {
    List<Statement> made = StatementOrder.of(body);
    List<Statement> printed = StatementOrder.of(StaticJavaParser.parseBlock("{\n" + text + "\n}"));
    NavigableMap<Integer, Location> origins = new TreeMap<>();
    origins.put(0, method);
    for (int i = 1; i < Math.min(made.size(), printed.size()); i++) {
      int line = printed.get(i).getBegin().orElseThrow().line - 1;
      Location origin = Facts.location(made.get(i));
      if (origin.line() > 0) {
        origins.putIfAbsent(line, origin);
      }
    }
    return line -> {
      Map.Entry<Integer, Location> entry = origins.floorEntry(Math.max(0, line));
      return entry.getValue();
    };
  }
}
