/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.chunking;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.cassandrastats.cli.command.CommandLineRun;
import org.cassandrastats.cli.command.NativeNode;
import org.cassandrastats.cli.command.NativeNodeExtension;
import org.cassandrastats.cli.command.Options;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is refused, in one line, before anything is written. */
@ExtendWith(NativeNodeExtension.class)
final class PackRefusalsIT {
  private static NativeNode node;

  @TempDir private Path directory;

  @BeforeAll
  static void startNode(NativeNode shared, @TempDir Path directory) {
    node = shared;
    node.execute(
        "CREATE TABLE shop.raw (k int, at timestamp, v double, n decimal, note text, fixed double static, PRIMARY KEY (k, at))");
    node.execute(
        "CREATE TABLE shop.told (k int, at timestamp, seq int, v double, PRIMARY KEY (k, at, seq))");
    node.execute("CREATE TABLE shop.plain (k int PRIMARY KEY, at timestamp, v double)");
    node.execute("CREATE TABLE shop.uuids (k int, at timeuuid, v double, PRIMARY KEY (k, at))");
    node.execute(
        "CREATE TABLE shop.taken (bucket int, at timestamp, v double, PRIMARY KEY (bucket, at))");
    node.execute("CREATE TABLE shop.named (k int, at timestamp, part double, PRIMARY KEY (k, at))");
    node.execute("CREATE TABLE shop.far (k int, at bigint, v double, PRIMARY KEY (k, at))");
    node.execute("INSERT INTO shop.raw (k, at, v) VALUES (1, 0, 2.5)");
    node.execute("INSERT INTO shop.far (k, at, v) VALUES (1, -9223372036854775807, 1)");
    for (String role : List.of("nobody", "reader")) {
      node.execute("CREATE ROLE " + role + " WITH LOGIN = true AND PASSWORD = 'secret'");
    }
    node.execute("GRANT SELECT ON shop.raw TO reader");
    CommandLineRun run = node.run(directory, "pack", PackTable.packInto("raw", "there"));
    assertThat(run.exitCode()).as("%s", run).isZero();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--from shop.nothing | There is no table nothing in the keyspace shop",
        "--from mall.raw | There is no keyspace mall",
        "--time then | There is no column then in shop.raw: it has k, at",
        "--from shop.plain | expected a clustering column, of which it has none",
        "--from shop.told | Rows of shop.told at one time are told apart by seq, which a chunk does not hold",
        "--from shop.uuids | The column at is a timeuuid, of which a chunk would hold the milliseconds",
        "--column w | There is no column w in shop.raw",
        "--column n | The column n of shop.raw is decimal: expected double, float, int or bigint",
        "--column note | The column note of shop.raw is text: expected double, float, int or bigint",
        "--column fixed | The column fixed of shop.raw is static",
        "--column v --column v | The column v would be there twice",
        "--from shop.taken | The column bucket would be there twice: a table of chunks has bucket, part and version for itself, and each column once. The first of these is what --bucket-column says",
        "--bucket-column part | The column part would be there twice",
        "--into shop.there --bucket-column hour | shop.there keeps the beginnings of its buckets in the column bucket, not hour",
        "--from shop.named --column part | The column part would be there twice",
        "--delete-rows | --delete-rows would delete what is not packed of shop.raw, which is n, note",
        "--until 2999-01-01 | --until 2999-01-01T00:00:00Z is still to come",
        "--recheck 1970-01-02 1970-01-03 | There is no table shop.packed whose buckets could be looked at again",
        "--into shop.raw | shop.raw is no table of chunks: its comment holds no definition",
        "--into shop.there --bucket 2h | shop.there holds chunks with bucket 1h, not 2h",
        "--into shop.there --from shop.far | shop.there holds chunks with from shop.raw, not shop.far",
        "--into shop.there --typed | The column v of shop.there is blob: expected 'org.cassandrastats.types.ChunkType'",
      })
  void should_refuse_in_one_line(String arguments, String expected) {
    refused("pack", line(arguments), expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--from shop.raw --into shop.new | shop.raw is no table of chunks",
        "--from shop.nothing --into shop.new | There is no table nothing in the keyspace shop",
        "--from shop.there --into mall.new | There is no keyspace mall",
        "--from shop.there --into shop.far | shop.far has the primary key (k int, at bigint): expected (k int, at timestamp)",
        "--from shop.there --into shop.named | The column v of shop.named is missing: expected double",
        "--from shop.there --into shop.new --since 1970-01-02 --until 1970-01-01 | holds no bucket",
      })
  void should_refuse_to_unpack_in_one_line(String arguments, String expected) {
    refused("unpack", arguments.split(" ", -1), expected);
  }

  private void refused(String command, String[] line, String expected) {
    int tables = tables();

    CommandLineRun run = node.run(directory, command, line);

    assertThat(run.exitCode()).as("%s", run).isEqualTo(1);
    assertThat(run.error()).startsWith("Error: ").contains(expected).hasLineCount(1);
    assertThat(run.out()).isEmpty();
    assertThat(tables()).isEqualTo(tables);
  }

  @Test
  void should_show_what_it_would_do() {
    int tables = tables();

    CommandLineRun dry = node.run(directory, "pack", line("--dry-run"));
    CommandLineRun back =
        node.run(directory, "unpack", "--from", "shop.there", "--into", "shop.new", "--dry-run");

    assertThat(dry.exitCode()).as("%s", dry).isZero();
    assertThat(dry.out())
        .contains("CREATE TABLE IF NOT EXISTS shop.packed (", "PRIMARY KEY ((k), bucket, part)")
        .contains(
            "SELECT stats.jar_version(), stats.chunk(at, v) FROM shop.raw WHERE k = ? AND at >= ? AND at < ?;",
            "SELECT at, v FROM shop.raw WHERE k = ? AND at >= ? AND at < ? ORDER BY at ASC;")
        .contains("-- 1 bucket would be compared, and packed where they differ, into shop.packed");
    assertThat(back.exitCode()).as("%s", back).isZero();
    assertThat(back.out())
        .contains("CREATE TABLE IF NOT EXISTS shop.new (", "-- 1 bucket would be compared");
    assertThat(tables()).isEqualTo(tables);
  }

  @Test
  void should_say_that_a_permission_is_missing() {
    int tables = tables();

    for (String role : List.of("nobody", "reader")) {
      CommandLineRun run =
          CommandLineRun.of(
              node.line(directory, "pack", role, "secret", line("")).toArray(String[]::new));

      assertThat(run.exitCode()).as("%s", run).isEqualTo(1);
      assertThat(run.error())
          .startsWith("Error: No permission: ")
          .contains("no SELECT permission on <table shop.")
          .contains("Needed are SELECT on shop.raw", "MODIFY on shop.packed", "CREATE on the")
          .hasLineCount(1);
    }
    CommandLineRun back =
        CommandLineRun.of(
            node.line(
                    directory,
                    "unpack",
                    "reader",
                    "secret",
                    "--from",
                    "shop.there",
                    "--into",
                    "shop.new")
                .toArray(String[]::new));
    assertThat(back.error())
        .startsWith("Error: No permission: ")
        .contains("Needed are SELECT on shop.there")
        .hasLineCount(1);
    assertThat(tables()).isEqualTo(tables);
  }

  @Test
  void should_say_that_a_chunk_is_damaged() {
    node.execute("CREATE TABLE shop.hurt (k int, at timestamp, v double, PRIMARY KEY (k, at))");
    node.execute("INSERT INTO shop.hurt (k, at, v) VALUES (1, 0, 2.5)");
    CommandLineRun first = node.run(directory, "pack", PackTable.pack("hurt"));
    assertThat(first.exitCode()).as("%s", first).isZero();
    node.execute("UPDATE shop.hurt_packed SET v = 0x0102 WHERE k = 1 AND bucket = 0 AND part = 0");

    CommandLineRun run =
        node.run(
            directory, "pack", PackTable.pack("hurt", "--recheck", "1970-01-01", "1970-01-02"));

    assertThat(run.exitCode()).as("%s", run).isEqualTo(1);
    assertThat(run.error())
        .startsWith(
            "Error: The column v of the bucket 1970-01-01T00:00:00Z holds an invalid chunk: ")
        .hasLineCount(1);
  }

  private static int tables() {
    return node.rows("SELECT table_name FROM system_schema.tables WHERE keyspace_name = 'shop'")
        .size();
  }

  /** A command line that is right but for some options. */
  private static String[] line(String instead) {
    List<String> given = instead.isEmpty() ? List.of() : List.of(instead.split(" ", -1));
    return Options.instead(PackTable.packInto("raw", "packed"), given);
  }
}
