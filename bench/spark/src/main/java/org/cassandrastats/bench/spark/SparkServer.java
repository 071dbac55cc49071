/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.spark;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.management.OperatingSystemMXBean;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.execution.SparkPlan;

/**
 * Spark in local mode. It reads requests from standard input and answers on standard output, one
 * line of JSON each: a first answer when it has started, then one for each request. It ends with
 * its input.
 */
public final class SparkServer {
  private static final String LOOPBACK = "127.0.0.1";
  private static final int ARGUMENTS = 5;

  private final ObjectMapper json = new ObjectMapper();
  private final SparkSession spark;
  private final Sources sources;

  private SparkServer(SparkSession spark, Sources sources) {
    this.spark = spark;
    this.sources = sources;
  }

  /**
   * Starts Spark.
   *
   * @param arguments a directory for files, which this process does not remove; the master; nodes
   *     of Cassandra as {@code ADDRESS:PORT,...}; their datacenter; the keyspace
   */
  public static void main(String[] arguments) throws IOException {
    if (arguments.length != ARGUMENTS) {
      System.err.println("Expected: DIRECTORY MASTER NODES DATACENTER KEYSPACE");
      System.exit(2);
    }
    PrintStream answers = System.out;
    // Whatever a library prints is not to be taken for an answer.
    System.setOut(System.err);
    Path directory = Path.of(arguments[0]);
    Sources.Nodes nodes = new Sources.Nodes(arguments[2], arguments[3], arguments[4]);
    try (SparkSession spark = start(arguments[1], nodes, directory);
        BufferedReader requests =
            new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
      new SparkServer(spark, new Sources(spark, nodes, directory)).serve(requests, answers);
    }
  }

  private static SparkSession start(String master, Sources.Nodes nodes, Path directory) {
    return SparkSession.builder()
        .appName("cassandra-stats bench spark")
        .master(master)
        .config("spark.driver.host", LOOPBACK)
        .config("spark.driver.bindAddress", LOOPBACK)
        .config("spark.ui.enabled", false)
        .config("spark.local.dir", directory.toString())
        .config("spark.sql.warehouse.dir", directory.resolve("warehouse").toString())
        .config("spark.cassandra.connection.host", nodes.addresses())
        // Loaded only where it is named.
        .config("spark.sql.catalog.stats", "org.cassandrastats.spark.StatsCatalog")
        .config(Sources.CATALOG, "org.cassandrastats.spark.CassandraCatalog")
        .config(Sources.CATALOG + ".hosts", nodes.addresses())
        .config(Sources.CATALOG + ".local-datacenter", nodes.datacenter())
        .config(Sources.CATALOG + ".consistency", Sources.LEVEL_OF_SOURCE)
        .getOrCreate();
  }

  private void serve(BufferedReader requests, PrintStream answers) throws IOException {
    write(answers, Output.done(0));
    for (String line = requests.readLine(); line != null; line = requests.readLine()) {
      write(answers, answer(line));
    }
  }

  private void write(PrintStream answers, Output answer) throws JsonProcessingException {
    answers.println(json.writeValueAsString(answer));
    answers.flush();
  }

  private Output answer(String line) {
    try {
      Sources.Request request = json.readValue(line, Sources.Request.class);
      if (request.task() == Sources.Request.Task.ASK) {
        return ask(request);
      }
      long start = System.nanoTime();
      sources.store(request);
      return Output.done(secondsSince(start));
    } catch (Exception failed) {
      // Spark throws checked exceptions of Scala that no method declares.
      return Output.failed(failed);
    }
  }

  private Output ask(Sources.Request request) {
    Dataset<Row> rows = sources.rows(request);
    long processorNanos = processorNanos();
    long start = System.nanoTime();
    Dataset<Row> asked = asked(request, rows);
    List<Row> found = asked.collectAsList();
    double seconds = secondsSince(start);
    double processorSeconds = (processorNanos() - processorNanos) / 1e9;
    SparkPlan plan = asked.queryExecution().executedPlan();
    requireAsAsked(request, plan.toString());
    return Output.of(
        seconds, values(found), plan.toString(), processorSeconds, ScannedRows.of(plan));
  }

  private Dataset<Row> asked(Sources.Request request, Dataset<Row> rows) {
    if (request.sql() != null) {
      return spark.sql(request.sql().replace("{rows}", sources.name(request, rows)));
    }
    return (request.where() == null ? rows : rows.where(request.where()))
        .selectExpr(request.select().toArray(String[]::new));
  }

  private static long processorNanos() {
    return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime();
  }

  /** Spark answers from a cache, or filters by itself, where it sees fit. */
  private static void requireAsAsked(Sources.Request request, String plan) {
    boolean cached = plan.contains(Sources.Request.Source.CACHED.scan());
    if (!plan.contains(request.source().scan())
        || cached != (request.source() == Sources.Request.Source.CACHED)) {
      throw new IllegalStateException("another source has been read: " + plan);
    }
    if (request.source() == Sources.Request.Source.CONNECTOR
        && request.where() != null
        && plan.contains(Sources.Request.Source.CONNECTOR.scan() + ": []")) {
      throw new IllegalStateException("Cassandra has not been told the condition: " + plan);
    }
  }

  private static List<Double> values(List<Row> rows) {
    List<Double> values = new ArrayList<>();
    rows.forEach(row -> add(row, values));
    return values;
  }

  private static void add(Row row, List<Double> values) {
    for (int column = 0; column < row.size(); column++) {
      if (row.get(column) instanceof Number number) {
        values.add(number.doubleValue());
      } else {
        row.<Double>getList(column).forEach(values::add);
      }
    }
  }

  private static double secondsSince(long start) {
    return (System.nanoTime() - start) / 1e9;
  }

  /**
   * A line of standard output.
   *
   * @param seconds that the request took; null if it failed
   * @param values of the rows, those of a list one after the other; null where nothing was asked
   * @param plan what Spark did, in its words; null where nothing was asked
   * @param error the class of an exception; null without
   * @param message of the exception; null without
   * @param processorSeconds of this process
   * @param rows that were read
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  private record Output(
      Double seconds,
      List<Double> values,
      String plan,
      String error,
      String message,
      double processorSeconds,
      long rows) {

    static Output of(
        double seconds, List<Double> values, String plan, double processorSeconds, long rows) {
      return new Output(seconds, values, plan, null, null, processorSeconds, rows);
    }

    static Output done(double seconds) {
      return new Output(seconds, null, null, null, null, 0, 0);
    }

    static Output failed(Throwable problem) {
      return new Output(
          null,
          null,
          null,
          problem.getClass().getSimpleName(),
          String.valueOf(problem.getMessage()),
          0,
          0);
    }
  }
}
