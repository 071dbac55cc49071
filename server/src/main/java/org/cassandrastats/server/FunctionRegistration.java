/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server;

import org.apache.cassandra.cql3.functions.NativeFunctions;
import org.cassandrastats.server.catalogue.JarVersion;
import org.cassandrastats.server.catalogue.NativeCatalogue;
import org.cassandrastats.server.function.StatsFunctions;
import org.cassandrastats.server.metric.FunctionsTable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Puts the functions where Cassandra looks for native ones since 5.0. Apart from {@link
 * Registration}, because an older Cassandra has not the classes that are named here: a class that
 * names them cannot even be loaded there.
 */
final class FunctionRegistration {
  private static final Logger LOGGER = LoggerFactory.getLogger(FunctionRegistration.class);

  private FunctionRegistration() {}

  static void register(String keyspace) throws Exception {
    NativeCatalogue catalogue = NativeCatalogue.read(keyspace);
    StatsFunctions functions = new StatsFunctions(NativeFunctions.instance, keyspace, catalogue);
    // The first query is yet to come: nobody else reads or writes this field now.
    NativeFunctions.instance = functions;
    FunctionsTable.register(functions.uses());
    LOGGER.info(
        "cassandra-stats {}: {} functions and {} aggregates answer as {}.*",
        JarVersion.jarVersion(),
        catalogue.functions().size(),
        catalogue.aggregates().size(),
        keyspace);
  }
}
