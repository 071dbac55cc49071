/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.types;

import org.cassandrastats.udf.chunk.Chunk;
import org.cassandrastats.udf.chunk.ChunkCheck;

/** A column of chunks, in CQL {@code 'org.cassandrastats.types.ChunkType'}. */
public final class ChunkType extends StateType {
  /** The one instance; Cassandra finds it by this name. */
  public static final ChunkType instance = new ChunkType();

  private ChunkType() {
    super("chunk", ChunkCheck::checked, Chunk::text);
  }
}
