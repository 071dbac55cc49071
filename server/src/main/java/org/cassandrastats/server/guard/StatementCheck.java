/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.guard;

import org.apache.cassandra.cql3.CQLStatement;
import org.apache.cassandra.service.ClientState;

/** What is to be done with a client's statement before it is executed. */
interface StatementCheck {
  /**
   * Refuses a statement, or has it refuse wrong values while it is executed.
   *
   * @throws org.apache.cassandra.exceptions.InvalidRequestException if it is refused
   */
  void check(CQLStatement statement, ClientState client);
}
