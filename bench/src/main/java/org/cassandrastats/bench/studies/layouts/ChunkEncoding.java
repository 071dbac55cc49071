/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies.layouts;

/** How the values of a column are written into a chunk. */
enum ChunkEncoding {
  /** Each value as it is. */
  RAW,
  /** Different values once, and an index for each; or raw where that is smaller. */
  DICTIONARY,
  /** The smallest of all that there are, as the pack's own encoder writes them. */
  SMALLEST
}
