/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.spark.source;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.servererrors.InvalidQueryException;
import com.datastax.oss.driver.api.core.servererrors.SyntaxError;
import com.datastax.oss.driver.api.core.servererrors.UnauthorizedException;
import org.cassandrastats.client.api.StatsException;
import org.cassandrastats.client.api.StatsOptions;
import org.cassandrastats.client.api.StatsOptions.Lane;
import org.cassandrastats.client.api.StatsQuery;
import org.cassandrastats.client.internal.cql.Select;
import org.cassandrastats.client.internal.cql.SelectParser;
import org.cassandrastats.client.internal.request.Failures;
import org.cassandrastats.client.internal.request.Requests;
import org.cassandrastats.client.internal.split.LaneChoice;
import org.cassandrastats.client.internal.split.SplitQuery;
import org.cassandrastats.client.internal.split.SplitQueryResolver;

/**
 * What the client and the cluster say of a query, before Spark relies on it.
 *
 * @param refusal why it is not answered, in one line; null if it is
 * @param remark why tasks read rows and aggregate them; null if nodes do
 */
record QueryCheck(String refusal, String remark) {
  /**
   * Asks them. Where the role may not call a function, it may still read the rows.
   *
   * @throws StatsException if the cluster does not answer now, which says nothing of the query
   */
  static QueryCheck of(CqlSession session, StatsQuery query, StatsOptions options) {
    try {
      Select select = SelectParser.parse(query);
      Requests requests = new Requests(session, options, query.sentAs());
      Lane lane = LaneChoice.of(requests, select);
      SplitQuery split = SplitQueryResolver.resolve(requests, select, lane == Lane.CLIENT);
      if (lane != Lane.CLIENT) {
        session.prepare(split.select());
      }
      return new QueryCheck(null, lane == Lane.CLIENT ? whyRows(options) : null);
    } catch (StatsException refused) {
      if (refused.reason() == StatsException.Reason.UNAVAILABLE) {
        throw refused;
      }
      return new QueryCheck(Failures.line(refused), null);
    } catch (InvalidQueryException | SyntaxError | UnauthorizedException refused) {
      return new QueryCheck(Failures.line(refused), null);
    } catch (DriverException failed) {
      throw Failures.unreachable(failed).orElseGet(() -> Failures.stopped(failed));
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw StatsException.interrupted(interrupted);
    }
  }

  private static String whyRows(StatsOptions options) {
    return "its tasks read rows and aggregate them, because "
        + (options.lane() == Lane.CLIENT
            ? "the option lane is client"
            : "the nodes have no functions in the keyspace " + options.functionsKeyspace());
  }
}
