/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.install;

import com.datastax.oss.driver.api.core.metadata.Node;
import java.util.List;

/** Looks at what a node has, before it is called. */
interface Inspection {
  /** What is inspected, for the last line of a report: {@code in keyspace stats}. */
  String subject();

  /**
   * Reports what is not as it has to be.
   *
   * @return the families that can be called
   */
  List<String> inspect(Node node, VerificationReport report);
}
