/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.run;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.metadata.schema.TableMetadata;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.cassandrastats.client.StatsListener;
import org.cassandrastats.client.StatsOptions;
import org.cassandrastats.client.StatsQuery;
import org.cassandrastats.client.StatsResult;
import org.cassandrastats.client.StatsRow;
import org.cassandrastats.client.cql.Select;

/** Executes a query from beginning to end. */
public final class QueryExecution {
  private final CqlSession session;
  private final StatsOptions options;
  private final StatsListener listener;
  private final Consumer<StatsRow> rows;

  /**
   * An execution.
   *
   * @param session whose nodes are asked
   * @param options how
   * @param listener hears of finished ranges
   * @param rows takes the rows of the result in their order
   */
  public QueryExecution(
      CqlSession session, StatsOptions options, StatsListener listener, Consumer<StatsRow> rows) {
    this.session = session;
    this.options = options;
    this.listener = listener;
    this.rows = rows;
  }

  /**
   * Executes a query.
   *
   * @return the result without its rows
   * @param query as it was given
   * @param select what it says
   * @throws org.cassandrastats.client.StatsException if it is refused, or if the run stops
   */
  public StatsResult execute(StatsQuery query, Select select) throws InterruptedException {
    Reading reading = ReadingResolver.resolve(session, options, select);
    if (options.resumeFile() == null) {
      return execute(reading, Optional.empty());
    }
    try (RunFile file = RunFile.open(options.resumeFile(), fingerprint(query, reading.table()))) {
      StatsResult result = execute(reading, Optional.of(file));
      file.remove();
      return result;
    }
  }

  private StatsResult execute(Reading reading, Optional<RunFile> file) throws InterruptedException {
    Requests requests = new Requests(session, options);
    Patient patient = new Patient(requests, options.patience());
    Tally tally = new Tally();
    RunContext context =
        new RunContext(
            reading.selection(),
            options,
            new NodeSlots(options.inFlightPerNode()),
            tally,
            listener);
    Source<?> source = new SourceOpener(requests, patient).open(reading);
    List<String> names = reading.selection().names();
    boolean severalRows = reading.grouped() && reading.isWholeTable();
    Optional<RowGate> gate = severalRows ? Optional.of(new RowGate(names, rows)) : Optional.empty();
    Collected collected = new Run<>(source, context, gate, file).execute();
    boolean noRow =
        reading.grouped() && (severalRows || reading.selection().rows(collected.merged()) == 0);
    if (!noRow) {
      rows.accept(new StatsRow(names, reading.selection().values(collected.merged())));
    }
    return new StatsResult(names, List.of(), tally.statistics());
  }

  /** Tells queries, and tables of one name, from each other. */
  private String fingerprint(StatsQuery query, TableMetadata table) {
    String text =
        String.join(
            "\n",
            query.statement(),
            query.values().toString(),
            options.functionsKeyspace(),
            table.getKeyspace().asInternal(),
            String.valueOf(table.getId().orElse(null)));
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(digest);
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException(impossible);
    }
  }
}
