/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.compiler.script;

import org.cassandrastats.catalogue.Catalogue;

/** Creates the keyspace, and runs the scripts of all families there. */
final class InstallScript {
  private InstallScript() {}

  static String text(Catalogue catalogue) {
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
                "It can be run again, and running a newer version is the upgrade: everything is"
                    + " replaced in place. It needs a role with CREATE on all keyspaces or on this one, and"
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
}
