/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.batch;

import java.nio.ByteBuffer;
import org.apache.cassandra.db.ReadResponse;
import org.apache.cassandra.utils.ByteBufferUtil;

/**
 * A response of this node to itself, which has data and never leaves the node: what another node
 * asks for is answered by a command that Cassandra made. Repaired data is not tracked.
 */
public abstract class OwnResponse extends ReadResponse {
  @Override
  public final ByteBuffer repairedDataDigest() {
    return ByteBufferUtil.EMPTY_BYTE_BUFFER;
  }

  @Override
  public final boolean isRepairedDigestConclusive() {
    return true;
  }

  @Override
  public final boolean mayIncludeRepairedDigest() {
    return true;
  }

  @Override
  public final boolean isDigestResponse() {
    return false;
  }
}
