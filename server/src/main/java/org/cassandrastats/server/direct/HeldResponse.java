/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.direct;

import java.nio.ByteBuffer;
import org.apache.cassandra.db.ReadCommand;
import org.apache.cassandra.db.ReadResponse;
import org.apache.cassandra.db.partitions.UnfilteredPartitionIterator;
import org.apache.cassandra.utils.ByteBufferUtil;

/**
 * The response of this node to itself, with the rows as they were read. It never leaves the node:
 * what another node asks for is answered by a command that Cassandra made.
 */
final class HeldResponse extends ReadResponse {
  private final HeldPage page;
  private final PathSwitch path;

  HeldResponse(HeldPage page, PathSwitch path) {
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

  /** As where no repaired data is tracked. */
  @Override
  public ByteBuffer repairedDataDigest() {
    return ByteBufferUtil.EMPTY_BYTE_BUFFER;
  }

  @Override
  public boolean isRepairedDigestConclusive() {
    return true;
  }

  @Override
  public boolean mayIncludeRepairedDigest() {
    return true;
  }

  @Override
  public boolean isDigestResponse() {
    return false;
  }
}
