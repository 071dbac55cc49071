/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.direct;

import java.nio.ByteBuffer;
import org.apache.cassandra.db.ReadCommand;
import org.apache.cassandra.db.partitions.UnfilteredPartitionIterator;
import org.cassandrastats.server.batch.OwnResponse;

/** The response of this node to itself, with the rows as they were read. */
final class LocalRowsResponse extends OwnResponse {
  private final BufferedPage page;
  private final PathSwitch path;

  LocalRowsResponse(BufferedPage page, PathSwitch path) {
    this.page = page;
    this.path = path;
  }

  @Override
  public UnfilteredPartitionIterator makeIterator(ReadCommand command) {
    return page.iterate(path);
  }

  /** That of Cassandra's own response: it is compared with those of other nodes. */
  @Override
  public ByteBuffer digest(ReadCommand command) {
    return createSimpleDataResponse(page.iterate(path), command.columnFilter()).digest(command);
  }
}
