/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.spark;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * Spark in local mode, on all processors. It reads requests from standard input and answers on
 * standard output, one line of JSON each: a first answer when it has started, then one for each
 * request. It ends with its input.
 */
public final class SparkServer {
  private static final String LOOPBACK = "127.0.0.1";

  private final ObjectMapper json = new ObjectMapper();
  private final Sources sources;

  private SparkServer(Sources sources) {
    this.sources = sources;
  }

  /**
   * Starts Spark.
   *
   * @param arguments nodes of Cassandra as {@code ADDRESS:PORT,...}; the keyspace; a directory for
   *     files, which this process does not remove
   */
  public static void main(String[] arguments) throws IOException {
    if (arguments.length != 3) {
      System.err.println("Expected: NODES KEYSPACE DIRECTORY");
      System.exit(2);
    }
    PrintStream answers = System.out;
    // Whatever a library prints is not to be taken for an answer.
    System.setOut(System.err);
    Path directory = Path.of(arguments[2]);
    try (SparkSession spark = start(arguments[0], directory);
        BufferedReader requests =
            new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
      new SparkServer(new Sources(spark, arguments[1], directory)).serve(requests, answers);
    }
  }

  private static SparkSession start(String nodes, Path directory) {
    return SparkSession.builder()
        .appName("cassandra-stats bench spark")
        .master("local[*]")
        .config("spark.driver.host", LOOPBACK)
        .config("spark.driver.bindAddress", LOOPBACK)
        .config("spark.ui.enabled", false)
        .config("spark.local.dir", directory.toString())
        .config("spark.sql.warehouse.dir", directory.resolve("warehouse").toString())
        .config("spark.cassandra.connection.host", nodes)
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
    long start = System.nanoTime();
    Dataset<Row> asked =
        (request.where() == null ? rows : rows.where(request.where()))
            .selectExpr(request.select().toArray(String[]::new));
    Row row = asked.collectAsList().get(0);
    double seconds = secondsSince(start);
    String plan = asked.queryExecution().executedPlan().toString();
    requireAsAsked(request, plan);
    return Output.of(seconds, values(row), plan);
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

  private static List<Double> values(Row row) {
    List<Double> values = new ArrayList<>();
    for (int column = 0; column < row.size(); column++) {
      if (row.get(column) instanceof Number number) {
        values.add(number.doubleValue());
      } else {
        row.<Double>getList(column).forEach(values::add);
      }
    }
    return values;
  }

  private static double secondsSince(long start) {
    return (System.nanoTime() - start) / 1e9;
  }

  /**
   * A line of standard output.
   *
   * @param seconds that the request took; null if it failed
   * @param values of the row, those of a list one after the other; null where nothing was asked
   * @param plan what Spark did, in its words; null where nothing was asked
   * @param error the class of an exception; null without
   * @param message of the exception; null without
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  private record Output(
      Double seconds, List<Double> values, String plan, String error, String message) {

    static Output of(double seconds, List<Double> values, String plan) {
      return new Output(seconds, values, plan, null, null);
    }

    static Output done(double seconds) {
      return new Output(seconds, null, null, null, null);
    }

    static Output failed(Throwable problem) {
      return new Output(
          null,
          null,
          null,
          problem.getClass().getSimpleName(),
          String.valueOf(problem.getMessage()));
    }
  }
}
