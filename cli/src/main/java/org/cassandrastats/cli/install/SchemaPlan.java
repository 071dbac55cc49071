/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.install;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.cassandrastats.cli.console.UserError;
import org.cassandrastats.cli.schema.OneLine;

/**
 * What is to be done, in order, and which preconditions fail.
 *
 * @param steps the statements
 * @param unchanged how many objects are as they have to be already
 * @param problems why it must not be done, each with what to do about it
 * @param warnings what the user should know
 */
record SchemaPlan(List<Step> steps, int unchanged, List<String> problems, List<String> warnings) {
  SchemaPlan {
    steps = List.copyOf(steps);
    problems = List.copyOf(problems);
    warnings = List.copyOf(warnings);
  }

  /** Whether any step is more than a refresh. */
  boolean changesSchema() {
    return steps.stream().anyMatch(step -> step.action() != Step.Action.REFRESH);
  }

  /** The steps by action and kind of object, in their order: {@code create 12 functions}. */
  List<String> summary() {
    Map<String, Integer> counts = new LinkedHashMap<>();
    for (Step step : steps) {
      counts.merge(step.action().verb() + " %d " + kind(step), 1, Integer::sum);
    }
    return counts.entrySet().stream()
        .map(
            entry ->
                entry.getKey().formatted(entry.getValue()) + (entry.getValue() == 1 ? "" : "s"))
        .toList();
  }

  /** The steps that are shown one by one: all that change something that is there already. */
  List<Step> notable() {
    List<Step.Action> shown =
        Arrays.asList(Step.Action.REPLACE, Step.Action.ALTER, Step.Action.DROP);
    return steps.stream().filter(step -> shown.contains(step.action())).toList();
  }

  private static String kind(Step step) {
    return step.object().split(" ", 2)[0].toLowerCase(Locale.ROOT);
  }

  /**
   * One schema statement of a plan.
   *
   * @param action what it does
   * @param object what it does it to, for messages: {@code FUNCTION moments_mean(blob)}
   * @param cql the statement, without the closing semicolon
   */
  record Step(Action action, String object, String cql) {
    /** What a step does. */
    enum Action {
      CREATE("create"),
      REPLACE("replace"),
      ALTER("alter"),
      /**
       * Re-creates an aggregate whose definition is right, because nothing tells whether it still
       * runs an old body of its functions. Changes nothing where it does not.
       */
      REFRESH("refresh"),
      DROP("drop");

      private final String verb;

      Action(String verb) {
        this.verb = verb;
      }

      String verb() {
        return verb;
      }
    }

    /** What it does to which kind of object: steps of one kind do not need each other. */
    String kind() {
      return action + " " + object.split(" ", 2)[0];
    }

    @Override
    public String toString() {
      return action.verb() + " " + object;
    }
  }

  /** Shows plans: as text, or as a script of CQL in which all else is a comment. */
  static final class Printer {
    private static final int SHOWN = 30;

    private final PrintWriter out;
    private final String indent;

    /**
     * @param script whether the output has to be CQL that cqlsh can run
     */
    Printer(PrintWriter out, boolean script) {
      this.out = out;
      this.indent = script ? "-- " : "";
    }

    /** Prints one line, or several. */
    void line(String text) {
      text.lines().forEach(line -> out.println(indent + line));
    }

    /** Prints what a plan does, without the statements. */
    void plan(String title, SchemaPlan plan) {
      line(title);
      plan.summary().forEach(entry -> line("  " + entry));
      if (plan.unchanged() > 0) {
        line("  leave %d unchanged".formatted(plan.unchanged()));
      }
      List<SchemaPlan.Step> notable = plan.notable();
      notable.stream().limit(SHOWN).forEach(step -> line("    " + step));
      if (notable.size() > SHOWN) {
        line("    ... and %d more".formatted(notable.size() - SHOWN));
      }
      plan.warnings().forEach(warning -> line("Warning: " + warning));
      out.flush();
    }

    /** Prints what checks have found, problems last. */
    void findings(Findings findings) {
      if (!findings.notes().isEmpty()) {
        line(String.join("; ", findings.notes()) + ".");
      }
      findings.warnings().forEach(warning -> line("Warning: " + warning));
      out.flush();
    }

    /** Prints the statements of a plan as a script. */
    void script(SchemaPlan plan) {
      for (SchemaPlan.Step step : plan.steps()) {
        out.println();
        out.println("-- " + step);
        out.println(step.cql() + ";");
      }
      out.flush();
    }
  }

  /** The statements on a line each, for tools that split a file at its semicolons. */
  String lines() {
    return steps.stream().map(step -> OneLine.of(step.cql()) + ";\n").collect(Collectors.joining());
  }

  /** What checks have found. */
  static final class Findings {
    private final List<String> problems = new ArrayList<>();
    private final List<String> warnings = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();

    /** Something that forbids going on, with what to do about it. */
    void problem(String text) {
      problems.add(text);
    }

    void warning(String text) {
      warnings.add(text);
    }

    void note(String text) {
      notes.add(text);
    }

    List<String> warnings() {
      return List.copyOf(warnings);
    }

    List<String> notes() {
      return List.copyOf(notes);
    }

    /**
     * Throws if there are any problems.
     *
     * @param state what the schema is left in
     */
    void refuse(String state) {
      refuse(List.of(), state);
    }

    /**
     * Throws if there are any problems.
     *
     * @param more further ones
     * @param state what the schema is left in
     */
    void refuse(List<String> more, String state) {
      List<String> all = new ArrayList<>(problems);
      all.addAll(more);
      if (!all.isEmpty()) {
        String text =
            all.size() == 1
                ? all.get(0)
                : all.size() + " problems:\n  - " + String.join("\n  - ", all);
        throw new UserError(text + "\n" + state + ".");
      }
    }
  }
}
