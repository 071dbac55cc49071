/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.lanes;

import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.apache.cassandra.config.Config;
import org.apache.cassandra.config.DatabaseDescriptor;
import org.apache.cassandra.cql3.QueryProcessor;
import org.apache.cassandra.cql3.functions.AggregateFunction;
import org.apache.cassandra.cql3.functions.Function;
import org.apache.cassandra.cql3.functions.NativeFunctions;
import org.apache.cassandra.cql3.statements.schema.AlterSchemaStatement;
import org.apache.cassandra.schema.KeyspaceMetadata;
import org.apache.cassandra.schema.KeyspaceParams;
import org.apache.cassandra.schema.Keyspaces;
import org.apache.cassandra.security.ThreadAwareSecurityManager;
import org.apache.cassandra.service.ClientState;
import org.cassandrastats.catalogue.Aggregate;
import org.cassandrastats.catalogue.Catalogue;
import org.cassandrastats.catalogue.Statement;
import org.cassandrastats.catalogue.file.CatalogueFile;
import org.cassandrastats.server.catalogue.NativeCatalogue;
import org.cassandrastats.server.function.StatsFunctions;

/**
 * What of Cassandra calls functions, in this process, without a server. There can be one for each
 * JVM, because Cassandra keeps its configuration in static fields.
 */
final class CassandraProcess {
  private static final String KEYSPACE = "stats";

  /** The catalogue writes the types of arguments without it, as CQL has them in functions. */
  private static final Pattern FROZEN = Pattern.compile("^frozen<(.*)>$");

  private final Lane lane;

  /** Whose code runs for every row. */
  enum Lane {
    /** Cassandra's own aggregates. */
    BUILT_IN,
    /** The functions of the server jar. */
    NATIVE,
    /** User-defined functions on the calling thread. */
    UDF_THREADS_OFF,
    /** User-defined functions in a thread of their own, as is Cassandra's default. */
    UDF_THREADS_ON;

    static Lane named(String name) {
      return valueOf(name.toUpperCase(Locale.ROOT).replace('-', '_'));
    }

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  CassandraProcess(Lane lane) {
    this.lane = lane;
    Config config = new Config();
    config.user_defined_functions_enabled = lane != Lane.NATIVE;
    config.user_defined_functions_threads_enabled = lane == Lane.UDF_THREADS_ON;
    config.allow_insecure_udfs = lane == Lane.UDF_THREADS_OFF;
    DatabaseDescriptor.clientInitialization(true, () -> config);
    ThreadAwareSecurityManager.install();
  }

  /** The aggregate of a signature such as {@code mean(double)}. */
  AggregateFunction aggregate(String signature) {
    return switch (lane) {
      case BUILT_IN -> among(NativeFunctions.instance.getFunctions(), "system", signature);
      case NATIVE -> nativeAggregate(signature);
      case UDF_THREADS_OFF, UDF_THREADS_ON -> among(userFunctions(signature), KEYSPACE, signature);
    };
  }

  static AggregateFunction nativeAggregate(String signature) {
    try {
      StatsFunctions functions =
          new StatsFunctions(NativeFunctions.instance, KEYSPACE, NativeCatalogue.read(KEYSPACE));
      return among(functions.getFunctions(), KEYSPACE, signature);
    } catch (IOException | ClassNotFoundException unreadable) {
      throw new IllegalStateException(unreadable);
    }
  }

  /** Cassandra's schema after the statements that an aggregate needs of the install script. */
  private static Iterable<? extends Function> userFunctions(String signature) {
    Keyspaces schema = Keyspaces.of(KeyspaceMetadata.create(KEYSPACE, KeyspaceParams.local()));
    for (Statement statement : installStatements(signature)) {
      AlterSchemaStatement change =
          (AlterSchemaStatement)
              QueryProcessor.parseStatement(statement.cql())
                  .prepare(ClientState.forInternalCalls());
      schema = change.apply(schema);
    }
    return schema.getNullable(KEYSPACE).userFunctions;
  }

  /** The part of the install script that one aggregate needs: compiling all of it takes longer. */
  private static List<Statement> installStatements(String signature) {
    Catalogue catalogue = CatalogueFile.read();
    Aggregate aggregate = aggregate(catalogue, signature);
    Set<String> needed = new HashSet<>();
    needed.add("AGGREGATE " + signature);
    needed.add("FUNCTION " + catalogue.stateFunction(aggregate).signature());
    if (aggregate.finalFunction() != null) {
      needed.add("FUNCTION " + aggregate.finalFunction() + "(" + aggregate.stateType() + ")");
    }
    return catalogue.installStatements(KEYSPACE).stream()
        .filter(
            statement ->
                statement.object().startsWith("TYPE ") || needed.contains(statement.object()))
        .toList();
  }

  /** What the catalogue says of an aggregate. */
  static Aggregate aggregate(Catalogue catalogue, String signature) {
    return catalogue.aggregates().stream()
        .filter(candidate -> candidate.signature().equals(signature))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no aggregate " + signature));
  }

  private static AggregateFunction among(
      Iterable<? extends Function> functions, String keyspace, String signature) {
    for (Function function : functions) {
      if (function.isAggregate()
          && signature.equals(signature(function))
          && function.name().keyspace.equals(keyspace)) {
        return (AggregateFunction) function;
      }
    }
    throw new IllegalArgumentException("no aggregate " + keyspace + "." + signature);
  }

  private static String signature(Function function) {
    StringBuilder text = new StringBuilder(function.name().name).append('(');
    String separator = "";
    for (var type : function.argTypes()) {
      text.append(separator).append(FROZEN.matcher(type.asCQL3Type().toString()).replaceAll("$1"));
      separator = ", ";
    }
    return text.append(')').toString();
  }
}
