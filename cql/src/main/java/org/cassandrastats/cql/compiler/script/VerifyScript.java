/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cql.compiler.script;

import org.cassandrastats.cql.catalogue.Catalogue;
import org.cassandrastats.cql.catalogue.Example;

/** Makes the known-answer calls; shows expected beside actual. */
final class VerifyScript {
  private VerifyScript() {}

  static String text(Catalogue catalogue) {
    Script script = new Script();
    script
        .verbatim("SPDX-License-Identifier: Apache-2.0")
        .comment("cassandra-stats " + catalogue.version() + ": known answers.")
        .blank();
    catalogue.functions().forEach(function -> function.examples().forEach(e -> add(script, e)));
    catalogue.aggregates().forEach(aggregate -> aggregate.examples().forEach(e -> add(script, e)));
    return script.toString();
  }

  private static void add(Script script, Example example) {
    script.statement("SELECT " + example.qualified(Script.KEYSPACE) + " " + Example.KNOWN_ROWS);
  }
}
