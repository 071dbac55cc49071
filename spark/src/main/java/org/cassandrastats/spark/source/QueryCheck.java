/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.spark.source;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.servererrors.InvalidQueryException;
import com.datastax.oss.driver.api.core.servererrors.SyntaxError;
import com.datastax.oss.driver.api.core.servererrors.UnauthorizedException;
import java.util.Optional;
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

/** Asks the client and the cluster whether they answer a query, before Spark relies on it. */
final class QueryCheck {
  private QueryCheck() {}

  /**
   * Why a query is not answered, in one line; empty if it is. Where the role may not call a
   * function, it may still read the rows.
   *
   * @throws StatsException if the cluster does not answer now, which says nothing of the query
   */
  static Optional<String> refusal(CqlSession session, StatsQuery query, StatsOptions options) {
    try {
      Select select = SelectParser.parse(query);
      Requests requests = new Requests(session, options, query.sentAs());
      Lane lane = LaneChoice.of(requests, select);
      SplitQuery split = SplitQueryResolver.resolve(requests, select, lane == Lane.CLIENT);
      if (lane != Lane.CLIENT) {
        session.prepare(split.select());
      }
      return Optional.empty();
    } catch (StatsException refused) {
      if (refused.reason() == StatsException.Reason.UNAVAILABLE) {
        throw refused;
      }
      return Optional.of(Failures.line(refused));
    } catch (InvalidQueryException | SyntaxError | UnauthorizedException refused) {
      return Optional.of(Failures.line(refused));
    } catch (DriverException failed) {
      throw Failures.unreachable(failed).orElseGet(() -> Failures.stopped(failed));
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw StatsException.interrupted(interrupted);
    }
  }
}
