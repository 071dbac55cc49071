/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.compiler.script;

import java.util.LinkedHashSet;
import java.util.Set;
import org.cassandrastats.catalogue.Catalogue;
import org.cassandrastats.catalogue.Example;

/** Makes the known-answer calls; shows expected beside actual. */
final class VerifyScript {
  private VerifyScript() {}

  static String text(Catalogue catalogue) {
    Script script =
        new Script()
            .header("known answers of every function, version " + catalogue.version())
            .comment(
                "Each statement calls one function over five rows of a system table, whose column"
                    + " position has the values 1, 0, -1, -1, 0, and shows the expected result"
                    + " beside the actual one. cqlsh writes text without quotes and lists with"
                    + " spaces. Nothing is written.",
                "",
                "In another keyspace than stats, change the names in every call, because CQL looks"
                    + " for an unqualified function in the keyspace of the table that is read:",
                "")
            .verbatim("  sed 's/\\bstats\\./mine./g' verify.cql > verify-mine.cql")
            .comment(
                "",
                "cqlsh goes on after an error and ends with exit code 2: a function is missing, fails"
                    + " or may not be called by this role. A wrong number is for the reader to see,"
                    + " or for 'cassandra-stats verify', which compares.")
            .blank();
    Set<Example> examples = new LinkedHashSet<>();
    catalogue.functions().forEach(function -> examples.addAll(function.examples()));
    catalogue.aggregates().forEach(aggregate -> examples.addAll(aggregate.examples()));
    for (Example example : examples) {
      script.statement(
          "SELECT (text) "
              + literal(example.call())
              + " AS call,\n  (text) "
              + literal(example.result())
              + " AS expected,\n  "
              + example.qualified(Script.KEYSPACE)
              + " AS actual\n  "
              + Example.KNOWN_ROWS
              + " LIMIT 1");
    }
    return script.toString();
  }

  private static String literal(String text) {
    return "'" + text.replace("'", "''") + "'";
  }
}
