/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.udf.annotation;

/**
 * The words that CQL accepts as names only in double quotes, in any supported version: reserved
 * ones, and those that are constants.
 */
public final class ReservedWords {
  private static final String WORDS =
      " add allow alter and apply asc authorize batch begin by columnfamily create default delete"
          + " desc describe drop entries execute false from full grant if in index infinity insert"
          + " into is keyspace limit materialized mbean mbeans modify nan norecursive not null"
          + " of on or order primary rename replace revoke schema select set table to token"
          + " true truncate unlogged unset update use using view where with ";

  private ReservedWords() {}

  /** Whether the lower-case word is reserved. */
  public static boolean contains(String word) {
    return WORDS.contains(" " + word + " ");
  }
}
