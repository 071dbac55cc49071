/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.tools.install;

import com.datastax.oss.driver.api.core.metadata.Node;

/** Looks at what a node has, before it is called. */
interface Inspection {
  /** What is inspected, for the last line of a report: {@code in keyspace stats}. */
  String subject();

  /**
   * Reports what is not as it has to be.
   *
   * @return whether there is anything that can be called
   */
  boolean inspect(Node node, VerificationReport report);
}
