/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client;

import com.datastax.oss.driver.api.core.CqlSession;

/**
 * Makes the clients of {@link StatsClient#of}, which finds it by {@link java.util.ServiceLoader}:
 * so this package depends on nothing of what is below it. Applications do not need it.
 */
public interface StatsClientProvider {
  /** A client that sends its requests through a session of the application. */
  StatsClient create(CqlSession session);
}
