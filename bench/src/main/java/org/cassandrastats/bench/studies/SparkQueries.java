/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies;

import com.datastax.oss.driver.api.core.CqlIdentifier;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.cassandrastats.bench.run.Asker;
import org.cassandrastats.bench.run.Attempt;
import org.cassandrastats.bench.run.ExactPart;
import org.cassandrastats.bench.studies.spark.SparkAnswer;
import org.cassandrastats.bench.studies.spark.SparkProcess;
import org.cassandrastats.bench.studies.spark.SparkRequest;
import org.cassandrastats.bench.target.BenchKeyspace;
import org.cassandrastats.bench.target.Target;
import org.cassandrastats.client.StatsClient;
import org.cassandrastats.client.StatsException;
import org.cassandrastats.client.StatsOptions;
import org.cassandrastats.client.StatsQuery;
import org.cassandrastats.client.StatsResult;

/** Asks for an aggregate in each of the ways. */
final class SparkQueries {
  static final int PAGE_SIZE = 5000;

  private static final String CHUNKS = "_chunks";
  private static final Duration TIMEOUT = Duration.ofHours(2);

  /** Relative error of a mean: of Cassandra's averages and of the pack's, joined or not. */
  private static final double MEAN_ERROR = 1e-12;

  /** Spark adds doubles up as they come. */
  private static final double MEAN_ERROR_OF_SPARK = 1e-10;

  private final Target target;
  private final ExactPart exact;
  private final SparkProcess spark;

  /**
   * Questions.
   *
   * @param spark null where it is not asked
   */
  SparkQueries(Target target, ExactPart exact, SparkProcess spark) {
    this.target = target;
    this.exact = exact;
    this.spark = spark;
    // A session of the commands for operators reads no schema, the client needs it.
    target.session().setSchemaMetadataEnabled(true).toCompletableFuture().join();
    target.session().refreshSchema();
  }

  static String table(Extent extent) {
    return extent == Extent.PARTITION ? BenchKeyspace.TABLE : BenchKeyspace.SPLIT;
  }

  static String chunks(Extent extent) {
    return table(extent) + CHUNKS;
  }

  Attempt ask(SparkCase asked) {
    return switch (asked.way()) {
      case REQUEST, CHUNKS -> request(asked);
      case SPLIT -> split(asked);
      case CONNECTOR, PARQUET, CACHED -> spark(asked);
    };
  }

  private String statement(SparkCase asked) {
    boolean chunks = asked.way() == SparkWay.CHUNKS;
    return "SELECT %s FROM %s%s"
        .formatted(
            asked.aggregate().cql(chunks, target.functions()),
            chunks ? chunks(asked.extent()) : table(asked.extent()),
            asked.extent() == Extent.PARTITION ? " WHERE sensor = 1" : "");
  }

  private Attempt request(SparkCase asked) {
    SimpleStatement statement =
        SimpleStatement.newInstance(statement(asked))
            .setPageSize(
                asked.way() == SparkWay.CHUNKS ? ChunksStudy.PAGE_SIZE_OF_CHUNKS : PAGE_SIZE)
            .setConsistencyLevel(asked.level())
            .setTimeout(TIMEOUT);
    return new Asker(target.session())
        .ask(
            PartitionQueries.routed(statement, 1, asked.extent() == Extent.PARTITION),
            row -> check(asked, result(asked, row)));
  }

  private static Object result(SparkCase asked, Row row) {
    return asked.aggregate() == SparkAggregate.AVG ? row.getDouble(0) : row.getBytesUnsafe(0);
  }

  private Optional<String> check(SparkCase asked, Object result) {
    return result == null
        ? Optional.of("the result is null")
        : asked.aggregate().check(asked.aggregate().values(result), exact, MEAN_ERROR);
  }

  private Attempt split(SparkCase asked) {
    StatsOptions options =
        StatsOptions.standard()
            .withConsistencyLevel(asked.level())
            .withPageSize(PAGE_SIZE)
            .withFunctionsKeyspace(CqlIdentifier.fromCql(target.functions()).asInternal());
    long start = System.nanoTime();
    try {
      StatsResult result =
          StatsClient.of(target.session())
              .run(StatsQuery.of(statement(asked)), options, progress -> {});
      double seconds = Asker.secondsSince(start);
      return Attempt.of(seconds, check(asked, result.row().get(0)));
    } catch (StatsException failed) {
      return Attempt.failed(Asker.secondsSince(start), failed);
    }
  }

  private Attempt spark(SparkCase asked) {
    List<String> select = asked.aggregate().sparkSql();
    SparkAnswer answer =
        spark.send(
            SparkRequest.ask(
                asked.way().source(),
                table(asked.extent()),
                asked.level() == null ? null : asked.level().name(),
                select,
                asked.extent() == Extent.PARTITION ? "sensor = 1" : null));
    return answer.isFailed()
        ? failed(answer)
        : Attempt.of(
            answer.seconds(), asked.aggregate().check(answer.values(), exact, MEAN_ERROR_OF_SPARK));
  }

  /** Has Spark copy a table, once. */
  Attempt store(SparkCost cost) {
    SparkAnswer answer = spark.send(SparkRequest.store(cost.way().source(), table(cost.extent())));
    return answer.isFailed() ? failed(answer) : Attempt.exact(answer.seconds(), null);
  }

  private static Attempt failed(SparkAnswer answer) {
    return new Attempt(
        answer.seconds(), null, Attempt.Outcome.FAILED, answer.error(), answer.message(), Map.of());
  }
}
