/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.cql;

import com.datastax.oss.driver.api.core.CqlIdentifier;
import org.cassandrastats.udf.annotation.Identifier;

/** Names of the driver in CQL: its own way to write them takes some words for names. */
public final class Names {
  private Names() {}

  /** See {@link Identifier#quoteIfNeeded}. */
  public static String cql(CqlIdentifier name) {
    return Identifier.quoteIfNeeded(name.asInternal());
  }
}
