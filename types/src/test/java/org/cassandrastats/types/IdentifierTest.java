/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.types;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Field;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.antlr.runtime.RecognitionException;
import org.apache.cassandra.cql3.CQLFragmentParser;
import org.apache.cassandra.cql3.CQLStatement;
import org.apache.cassandra.cql3.CqlLexer;
import org.apache.cassandra.cql3.CqlParser;
import org.apache.cassandra.cql3.selection.RawSelector;
import org.apache.cassandra.cql3.selection.Selectable;
import org.apache.cassandra.cql3.statements.SelectStatement;
import org.apache.cassandra.exceptions.SyntaxException;
import org.cassandrastats.udf.annotation.Identifier;
import org.junit.jupiter.api.Test;

/** Names in statements, as Cassandra's own grammar reads them. */
class IdentifierTest {
  /** Words that have no token of their own name. */
  private static final List<String> OTHERS =
      List.of(
          "true",
          "false",
          "nan",
          "infinity",
          "table",
          "schema",
          "columnfamily",
          "undefined",
          "p1d",
          "deadbeef",
          "e",
          "x",
          "_",
          " ",
          "\"",
          "\"\"",
          "'",
          "1a",
          "A",
          "True",
          "NULL",
          "ü",
          "数",
          "a-b");

  private static Set<String> words() {
    Set<String> words = new TreeSet<>(OTHERS);
    for (Field field : CqlLexer.class.getFields()) {
      if (field.getName().startsWith("K_")) {
        words.add(field.getName().substring(2).toLowerCase(Locale.ROOT));
      }
    }
    return words;
  }

  @Test
  void should_be_read_as_names_wherever_they_stand() throws Exception {
    assertThat(words()).hasSizeGreaterThan(150);
    Map<String, String> misread = new TreeMap<>();
    for (String word : words()) {
      try {
        requireName(word);
      } catch (SyntaxException | AssertionError wrong) {
        misread.put(word, wrong.getMessage());
      }
    }
    assertThat(misread).isEmpty();
  }

  private static void requireName(String word) throws RecognitionException {
    String name = Identifier.quoteIfNeeded(word);
    List<RawSelector> selectors =
        select(
            "SELECT %1$s, %1$s AS %1$s, count(%1$s) FROM %1$s.%1$s WHERE token(%1$s) > ? AND %1$s = ? GROUP BY %1$s ORDER BY %1$s DESC"
                .formatted(name));
    assertName(selectors.get(0).selectable, word);
    assertName(selectors.get(1).selectable, word);
    assertName(select("SELECT DISTINCT %1$s, %1$s FROM t".formatted(name)).get(0).selectable, word);
    parse("CREATE TABLE %1$s.%1$s (%1$s int PRIMARY KEY)".formatted(name));
    parse("INSERT INTO %1$s.%1$s (%1$s, %1$s) VALUES (?, ?)".formatted(name));
    parse("SELECT %1$s.%1$s(%1$s, CAST(%1$s AS double)) FROM t".formatted(name));
  }

  private static void assertName(Selectable.Raw selectable, String word) {
    assertThat(selectable).as(word).isInstanceOf(Selectable.RawIdentifier.class);
    assertThat(((Selectable.RawIdentifier) selectable).toFieldIdentifier())
        .as(word)
        .hasToString(word);
  }

  private static List<RawSelector> select(String cql) throws RecognitionException {
    return ((SelectStatement.RawStatement) parse(cql)).selectClause;
  }

  private static CQLStatement.Raw parse(String cql) throws RecognitionException {
    return CQLFragmentParser.parseAnyUnhandled(CqlParser::query, cql);
  }
}
