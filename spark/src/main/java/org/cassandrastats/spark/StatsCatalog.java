/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.spark;

import java.util.Locale;
import org.apache.spark.sql.catalyst.analysis.NoSuchFunctionException;
import org.apache.spark.sql.connector.catalog.FunctionCatalog;
import org.apache.spark.sql.connector.catalog.Identifier;
import org.apache.spark.sql.connector.catalog.functions.UnboundFunction;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import org.cassandrastats.spark.function.StatsFunctions;

/**
 * The functions and aggregates of the pack as a catalog of Spark. With {@code
 * spark.sql.catalog.stats=org.cassandrastats.spark.StatsCatalog} a call has the text that it has in
 * CQL: {@code stats.tdigest_quantile(stats.tdigest(v), 0.99)}.
 *
 * <p>The catalog has no options and no namespaces.
 */
public final class StatsCatalog implements FunctionCatalog {
  private String name = "stats";

  /** Made by Spark. */
  public StatsCatalog() {}

  @Override
  public void initialize(String catalog, CaseInsensitiveStringMap options) {
    name = catalog;
  }

  @Override
  public String name() {
    return name;
  }

  /** All names, in their order; none in a namespace. */
  @Override
  public Identifier[] listFunctions(String[] namespace) {
    if (namespace.length > 0) {
      return new Identifier[0];
    }
    return StatsFunctions.all().names().stream()
        .map(function -> Identifier.of(namespace, function))
        .toArray(Identifier[]::new);
  }

  /**
   * The overloads of a name, in whatever case it is written.
   *
   * @throws NoSuchFunctionException if the pack has none
   */
  @Override
  public UnboundFunction loadFunction(Identifier function) throws NoSuchFunctionException {
    // Spark hands over names as they are written.
    UnboundFunction found =
        function.namespace().length > 0
            ? null
            : StatsFunctions.all().function(function.name().toLowerCase(Locale.ROOT));
    if (found == null) {
      throw new NoSuchFunctionException(function);
    }
    return found;
  }
}
