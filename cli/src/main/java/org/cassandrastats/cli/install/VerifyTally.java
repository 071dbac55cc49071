/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.install;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.cassandrastats.catalogue.Aggregate;
import org.cassandrastats.catalogue.Catalogue;
import org.cassandrastats.catalogue.Function;
import org.cassandrastats.cli.console.Tables;

/** Counts by family of what was verified. */
final class VerifyTally {
  private static final String OTHER = "(other)";

  private final Map<String, Counts> families = new LinkedHashMap<>();

  private static final class Counts {
    private int functions;
    private int aggregates;
    private int calls;
    private int failures;
  }

  VerifyTally(Catalogue catalogue) {
    for (Function function : catalogue.functions()) {
      of(function.family()).functions++;
    }
    for (Aggregate aggregate : catalogue.aggregates()) {
      of(aggregate.family()).aggregates++;
    }
  }

  private Counts of(String family) {
    return families.computeIfAbsent(family.isEmpty() ? OTHER : family, name -> new Counts());
  }

  void called(String family, boolean right) {
    of(family).calls++;
    if (!right) {
      of(family).failures++;
    }
  }

  void differs(String family) {
    of(family).failures++;
  }

  int failures() {
    return families.values().stream().mapToInt(counts -> counts.failures).sum();
  }

  String table() {
    List<List<String>> rows = new ArrayList<>();
    Counts total = new Counts();
    families.forEach(
        (family, counts) -> {
          rows.add(row(family, counts));
          total.functions += counts.functions;
          total.aggregates += counts.aggregates;
          total.calls += counts.calls;
          total.failures += counts.failures;
        });
    rows.add(row("total", total));
    return Tables.of(List.of("family", "functions#", "aggregates#", "calls#", "failures#"), rows);
  }

  private static List<String> row(String family, Counts counts) {
    return List.of(
        family,
        Integer.toString(counts.functions),
        Integer.toString(counts.aggregates),
        Integer.toString(counts.calls),
        Integer.toString(counts.failures));
  }
}
