/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.lanes;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.cassandrastats.catalogue.Aggregate;
import org.cassandrastats.catalogue.Catalogue;
import org.cassandrastats.catalogue.Statement;

/** The part of the install script that one aggregate needs: compiling all of it takes longer. */
final class InstallStatements {
  private InstallStatements() {}

  static List<Statement> of(Catalogue catalogue, String signature, String keyspace) {
    Aggregate aggregate =
        catalogue.aggregates().stream()
            .filter(candidate -> candidate.signature().equals(signature))
            .findFirst()
            .orElseThrow(() -> new IllegalArgumentException("no aggregate " + signature));
    Set<String> needed = new HashSet<>();
    needed.add("AGGREGATE " + signature);
    needed.add("FUNCTION " + StateFunctions.of(catalogue, aggregate).signature());
    if (aggregate.finalFunction() != null) {
      needed.add("FUNCTION " + aggregate.finalFunction() + "(" + aggregate.stateType() + ")");
    }
    return catalogue.installStatements(keyspace).stream()
        .filter(
            statement ->
                statement.object().startsWith("TYPE ") || needed.contains(statement.object()))
        .toList();
  }
}
