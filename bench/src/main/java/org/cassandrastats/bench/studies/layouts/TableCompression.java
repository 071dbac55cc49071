/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies.layouts;

import java.util.Locale;

/** How Cassandra compresses the files of a table. */
public enum TableCompression {
  /** The default. */
  LZ4("'class': 'LZ4Compressor'"),
  /** As gzip does. */
  DEFLATE("'class': 'DeflateCompressor'"),
  /** Zstandard. */
  ZSTD("'class': 'ZstdCompressor'"),
  /** Not at all. */
  NONE("'enabled': 'false'");

  private final String options;

  TableCompression(String options) {
    this.options = options;
  }

  /** The option of a table. */
  public String option() {
    return "compression = {" + options + "}";
  }

  @Override
  public String toString() {
    return this == LZ4 ? "LZ4" : name().charAt(0) + name().substring(1).toLowerCase(Locale.ROOT);
  }
}
