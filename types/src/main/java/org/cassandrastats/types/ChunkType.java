/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.types;

import org.cassandrastats.udf.chunk.Chunk;
import org.cassandrastats.udf.chunk.ChunkCheck;

/** A column of chunks, in CQL {@code 'org.cassandrastats.types.ChunkType'}. */
public abstract class ChunkType extends TypeName {
  /** The one instance; Cassandra finds it by this name. */
  public static final StateType instance =
      StateTypes.of(ChunkType.class, "chunk", ChunkCheck::checked, Chunk::text);

  private ChunkType() {}
}
