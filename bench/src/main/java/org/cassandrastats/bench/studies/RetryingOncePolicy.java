/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.context.DriverContext;
import com.datastax.oss.driver.api.core.retry.RetryVerdict;
import com.datastax.oss.driver.api.core.servererrors.CoordinatorException;
import com.datastax.oss.driver.api.core.session.Request;
import com.datastax.oss.driver.internal.core.retry.DefaultRetryPolicy;

/** Sends a read that has exceeded a deadline once more, as many applications have configured. */
public final class RetryingOncePolicy extends DefaultRetryPolicy {
  /** For the driver. */
  public RetryingOncePolicy(DriverContext context, String profile) {
    super(context, profile);
  }

  @Override
  public RetryVerdict onReadTimeoutVerdict(
      Request request,
      ConsistencyLevel consistency,
      int needed,
      int received,
      boolean dataPresent,
      int retries) {
    return retries == 0 ? RetryVerdict.RETRY_SAME : RetryVerdict.RETHROW;
  }

  @Override
  public RetryVerdict onErrorResponseVerdict(
      Request request, CoordinatorException error, int retries) {
    return retries == 0 ? RetryVerdict.RETRY_SAME : RetryVerdict.RETHROW;
  }
}
