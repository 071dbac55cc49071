/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.compiler.script;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.cassandrastats.catalogue.Aggregate;
import org.cassandrastats.catalogue.Catalogue;
import org.cassandrastats.catalogue.Example;

/** The scripts for cqlsh, by file name. */
public final class Scripts {
  private Scripts() {}

  /** All scripts of a catalogue. */
  public static Map<String, String> of(Catalogue catalogue) {
    Map<String, String> scripts = new LinkedHashMap<>();
    scripts.put("install.cql", install(catalogue));
    for (String family : catalogue.families()) {
      scripts.put(family + ".cql", family(catalogue.of(List.of(family)), family));
    }
    scripts.put("uninstall.cql", uninstall(catalogue));
    scripts.put("grants.cql", grants(catalogue));
    scripts.put("verify.cql", verify(catalogue));
    return scripts;
  }

  /** Creates the keyspace, and runs the scripts of all families there. */
  private static String install(Catalogue catalogue) {
    Script script =
        new Script()
            .header("all families, version " + catalogue.version())
            .comment(
                "Creates the keyspace stats and runs the script of every family in it. To use another"
                    + " keyspace or replication, change the one line with CREATE KEYSPACE; an"
                    + " existing keyspace is used as it is. To leave a family out, put -- before its"
                    + " line.",
                "",
                "The scripts are found from the directory that cqlsh is started in. Start it in the"
                    + " one that holds cql/:",
                "")
            .verbatim("  cqlsh HOST -f cql/install.cql")
            .comment(
                "",
                "It can be run again, and running a newer version is the upgrade: everything that it"
                    + " has is replaced in place. What only the older version had stays, and an overload"
                    + " of that is taken where it fits better: bin/cassandra-stats install --prune drops"
                    + " it. It needs a role with CREATE on all keyspaces or on this one, and"
                    + " the setting that the head of each script names.",
                "",
                "cqlsh prints an error with file and line and goes on. Of the scripts that it runs by"
                    + " SOURCE it does not count errors: its exit code is 0 all the same. So it has"
                    + " succeeded if it printed no error; put right what the first error says and"
                    + " run it again. Afterwards, cql/verify.cql ends with exit code 2 if a function"
                    + " is missing or fails. Where a program has to know of every error, let it run"
                    + " one family after another: the exit code is then 2 if any statement failed.",
                "")
            .verbatim("  cqlsh HOST -k stats -f cql/" + catalogue.families().get(0) + ".cql")
            .blank()
            .statement(
                "CREATE KEYSPACE IF NOT EXISTS "
                    + Script.KEYSPACE
                    + " WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}; USE "
                    + Script.KEYSPACE)
            .blank();
    catalogue.families().forEach(family -> script.statement("SOURCE 'cql/" + family + ".cql'"));
    return script.toString();
  }

  /**
   * Creates what a family consists of, in whatever keyspace is in use.
   *
   * @param catalogue of this family only
   */
  private static String family(Catalogue catalogue, String family) {
    Script script = new Script();
    script
        .header("the family " + family + ", version " + catalogue.version())
        .comment(
            "Creates types, functions and aggregates in the keyspace in use, and nothing else. It"
                + " needs no other family. install.cql runs it with all others; alone, it is loaded"
                + " into a keyspace that exists:",
            "")
        .verbatim("  cqlsh HOST -k stats -f cql/" + family + ".cql")
        .comment(
            "",
            "It can be run again, and running a newer version is the upgrade: everything that it has"
                + " is replaced in place. What only the older version had stays, and an overload of that"
                + " is taken where it fits better: bin/cassandra-stats install --prune drops it."
                + " Aggregates are replaced too, because an existing aggregate"
                + " would go on with the old body of its functions until the node restarts.",
            "",
            "It needs 'user_defined_functions_enabled: true' in cassandra.yaml on every node, and a"
                + " role with CREATE on the keyspace. allow_insecure_udfs is not needed. Where"
                + " functions are disabled, the first CREATE FUNCTION fails with an error that names"
                + " the setting, and so does everything after it: cqlsh goes on after an error. Its"
                + " exit code is 0 only if every statement succeeded, 1 if there is no such"
                + " keyspace, and 2 otherwise; after 2, put right what the first error says and run"
                + " the script again. (Through install.cql, the exit code says nothing of this"
                + " script.)",
            "",
            "The bodies are Java; the second line of each names the source that it is made from, and"
                + " docs/reference.md says more of each function. They load no class outside java.lang,"
                + " java.math, java.time, java.util and java.nio.ByteBuffer.");
    catalogue
        .types()
        .forEach(
            type -> script.blank().comment(type.description()).statement(type.createStatement("")));
    catalogue
        .functions()
        .forEach(function -> script.blank().statement(function.createStatement("")));
    catalogue.aggregates().stream()
        .collect(groupingBy(Aggregate::name, LinkedHashMap::new, toList()))
        .values()
        .forEach(
            overloads -> {
              script.blank().comment(overloads.get(0).description());
              overloads.forEach(overload -> script.statement(overload.createStatement("")));
            });
    return script.toString();
  }

  /** Drops everything that the pack created, but not the keyspace. */
  private static String uninstall(Catalogue catalogue) {
    Script script =
        new Script()
            .header("uninstall version " + catalogue.version())
            .comment(
                "Drops the aggregates, then the functions, then the types of this version, and only"
                    + " those. It can be run again. To work in another keyspace, change the line"
                    + " with USE.",
                "",
                "First drop aggregates of your own that use these functions, and after an upgrade"
                    + " let install --prune drop what only older versions had: Cassandra drops a"
                    + " function that has been replaced even while an aggregate uses it, and a node"
                    + " with such an aggregate does not start again. Only bin/cassandra-stats"
                    + " uninstall looks for them. They are among:",
                "")
            .verbatim(
                "  SELECT aggregate_name, argument_types, state_func, final_func",
                "    FROM system_schema.aggregates WHERE keyspace_name = 'stats';")
            .comment(
                "",
                "States that tables hold stay what they are: blobs that a later installation reads."
                    + " A type that a table of yours uses is kept, with an error that names the"
                    + " table, and cqlsh ends with exit code 2.",
                "",
                "The keyspace is kept, because it may hold tables or functions of yours. If it holds"
                    + " nothing else, drop it with:")
            .verbatim("  DROP KEYSPACE stats;")
            .blank()
            .statement("USE " + Script.KEYSPACE)
            .blank();
    catalogue.uninstallStatements("").forEach(statement -> script.statement(statement.cql()));
    return script.toString();
  }

  /** Grants a role what it needs to call the functions, and no more. */
  private static String grants(Catalogue catalogue) {
    return new Script()
        .header("the least that a role needs to call the functions, " + catalogue.version())
        .comment(
            "EXECUTE on the functions of one keyspace lets a role call them, aggregates included,"
                + " and nothing else: it can neither replace nor drop them, nor read a table for"
                + " which it has no SELECT. Functions that a later version adds are covered.",
            "",
            "The keyspace and the role stand in the one line below. It can be run again. It needs"
                + " an authorizer (authorizer: CassandraAuthorizer in cassandra.yaml) and the right"
                + " to AUTHORIZE; otherwise cqlsh prints the error and ends with exit code 2.",
            "To take it back, write REVOKE for GRANT and FROM for TO.")
        .blank()
        .statement(
            "GRANT EXECUTE ON ALL FUNCTIONS IN KEYSPACE " + Script.KEYSPACE + " TO stats_user")
        .toString();
  }

  /** Makes the known-answer calls; shows expected beside actual. */
  private static String verify(Catalogue catalogue) {
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

  /** Text of a script for cqlsh. */
  private static final class Script {
    static final String KEYSPACE = "stats";
    private static final int WIDTH = 100;

    private final StringBuilder text = new StringBuilder();

    /** Adds the licence and what the script does. */
    Script header(String title) {
      return verbatim("SPDX-License-Identifier: Apache-2.0", "")
          .comment("cassandra-stats: " + title + ".")
          .comment("");
    }

    /** Adds comment lines, wrapped. */
    Script comment(String... paragraphs) {
      for (String paragraph : paragraphs) {
        if (paragraph.isEmpty()) {
          text.append("--\n");
        }
        wrap(paragraph).forEach(line -> text.append("-- ").append(line).append('\n'));
      }
      return this;
    }

    /** Adds comment lines as they are. */
    Script verbatim(String... lines) {
      for (String line : lines) {
        text.append(("-- " + line).stripTrailing()).append('\n');
      }
      return this;
    }

    Script statement(String cql) {
      text.append(cql).append(";\n");
      return this;
    }

    Script blank() {
      text.append('\n');
      return this;
    }

    private static List<String> wrap(String paragraph) {
      List<String> lines = new ArrayList<>();
      StringBuilder line = new StringBuilder();
      for (String word : paragraph.split(" +", -1)) {
        if (line.length() + word.length() > WIDTH - 4) {
          lines.add(line.toString().stripTrailing());
          line.setLength(0);
        }
        line.append(word).append(' ');
      }
      if (!line.toString().isBlank()) {
        lines.add(line.toString().stripTrailing());
      }
      return lines;
    }

    @Override
    public String toString() {
      return text.toString();
    }
  }
}
