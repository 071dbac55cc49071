/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.run;

import com.datastax.oss.driver.api.core.CqlSession;
import java.util.Objects;
import java.util.function.Consumer;
import org.cassandrastats.client.StatsClient;
import org.cassandrastats.client.StatsException;
import org.cassandrastats.client.StatsListener;
import org.cassandrastats.client.StatsOptions;
import org.cassandrastats.client.StatsQuery;
import org.cassandrastats.client.StatsResult;
import org.cassandrastats.client.StatsRow;
import org.cassandrastats.client.cql.Select;
import org.cassandrastats.client.cql.SelectParser;

/** The client: each query is cut into requests. */
final class SplitClient implements StatsClient {
  private final CqlSession session;

  private SplitClient(CqlSession session) {
    this.session = Objects.requireNonNull(session, "session");
  }

  @Override
  public StatsResult run(StatsQuery query, StatsOptions options, StatsListener listener) {
    RowList rows = new RowList();
    StatsResult result = stream(query, options, listener, rows);
    return new StatsResult(result.columns(), rows.rows(), result.statistics());
  }

  @Override
  public StatsResult stream(
      StatsQuery query, StatsOptions options, StatsListener listener, Consumer<StatsRow> rows) {
    Select select = SelectParser.parse(query.statement(), query.values());
    try {
      return new QueryExecution(session, options, listener, rows).execute(select);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new StatsException("The run was interrupted.", interrupted);
    }
  }

  /** Found by {@link StatsClient#of}. */
  public static final class SplitClientProvider implements StatsClient.Provider {
    /** For the service loader. */
    public SplitClientProvider() {}

    @Override
    public StatsClient create(CqlSession session) {
      return new SplitClient(session);
    }
  }
}
