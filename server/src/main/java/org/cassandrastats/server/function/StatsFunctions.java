/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.function;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.cassandra.cql3.functions.Arguments;
import org.apache.cassandra.cql3.functions.Function;
import org.apache.cassandra.cql3.functions.FunctionFactory;
import org.apache.cassandra.cql3.functions.FunctionName;
import org.apache.cassandra.cql3.functions.NativeFunction;
import org.apache.cassandra.cql3.functions.NativeFunctions;
import org.apache.cassandra.schema.KeyspaceMetadata;
import org.cassandrastats.server.catalogue.AggregateOverload;
import org.cassandrastats.server.catalogue.NativeCatalogue;
import org.cassandrastats.server.catalogue.TypedOverload;
import org.cassandrastats.server.metric.FunctionUses;
import org.cassandrastats.server.schema.NodeSchema;
import org.cassandrastats.types.CassandraApi;

/**
 * Cassandra's native functions and those of the pack. Nothing is added to Cassandra's own
 * collection: the pack's names all have a keyspace, and are looked up here first.
 *
 * <p>Where a user-defined function has the signature of a native one, the native one is not there.
 * With both, Cassandra would call a function with a bind marker, a null or a column of a custom
 * type ambiguous.
 */
public final class StatsFunctions extends NativeFunctions {
  private final NativeFunctions cassandra;
  private final Map<FunctionName, List<NativeFunction>> stats = new LinkedHashMap<>();
  private final Map<FunctionName, ExtensionFactory> extensions = new LinkedHashMap<>();
  private final FunctionUses uses = new FunctionUses();

  /**
   * The functions of a catalogue in front of Cassandra's own.
   *
   * @param cassandra what is asked for all other names
   * @param keyspace the first part of the functions' names
   */
  public StatsFunctions(NativeFunctions cassandra, String keyspace, NativeCatalogue catalogue) {
    this.cassandra = cassandra;
    FunctionApi api = CassandraApi.of(FunctionApi.class);
    Map<TypedOverload, StatsScalar> scalars = new HashMap<>();
    for (TypedOverload overload : catalogue.functions()) {
      StatsScalar scalar = api.scalar(keyspace, overload, uses.of(overload.name()));
      scalars.put(overload, scalar);
      put(scalar, overload, 0);
    }
    for (AggregateOverload overload : catalogue.aggregates()) {
      StatsAggregate aggregate =
          api.aggregate(
              keyspace,
              overload,
              scalars.get(overload.accumulate()),
              scalars.get(overload.finish()),
              uses.of(overload.name()));
      put(aggregate, overload.accumulate(), 1);
    }
  }

  /** What these functions have done. */
  public FunctionUses uses() {
    return uses;
  }

  /** Whether a function is one of the pack. None of these changes or keeps an argument's buffer. */
  public static boolean hasMade(Function function) {
    return function instanceof StatsScalar || function instanceof StatsAggregate;
  }

  /** Whether a function is one of the pack, of one row, that is not called where one is null. */
  public static boolean isSkippedForNull(Function function) {
    return function instanceof StatsScalar && !((StatsScalar) function).isCalledOnNullInput();
  }

  /**
   * Whether a function of the pack gives null for these arguments, of which one is null. Such a
   * call is not counted.
   */
  public static boolean givesNull(Function function, Arguments arguments) {
    return ((StatsScalar) function).givesNull(arguments);
  }

  /** Whether a function is an aggregate of the pack to which rows with a null are no rows. */
  public static boolean passesOverNull(Function function) {
    return function instanceof StatsAggregate && ((StatsAggregate) function).passesOverNull();
  }

  /**
   * Adds a function.
   *
   * @param overload what it computes
   * @param first the argument of the overload that is the first one of the function
   */
  private void put(NativeFunction function, TypedOverload overload, int first) {
    List<NativeFunction> named = stats.computeIfAbsent(function.name(), name -> new ArrayList<>());
    if (overload.isExtension()) {
      extensions
          .computeIfAbsent(function.name(), name -> new ExtensionFactory(name, named))
          .add(function, overload, first);
    } else {
      named.add(function);
    }
  }

  @Override
  public Collection<NativeFunction> getFunctions(FunctionName name) {
    List<NativeFunction> overloads = stats.get(name);
    if (overloads == null) {
      return cassandra.getFunctions(name);
    }
    KeyspaceMetadata keyspace = NodeSchema.THIS_NODE.keyspaces().getNullable(name.keyspace);
    if (keyspace == null || keyspace.userFunctions.get(name).isEmpty()) {
      return overloads;
    }
    List<NativeFunction> visible = new ArrayList<>();
    for (NativeFunction function : overloads) {
      if (keyspace.userFunctions.find(name, function.argTypes()).isEmpty()) {
        visible.add(function);
      }
    }
    return visible;
  }

  @Override
  public Collection<NativeFunction> getFunctions() {
    List<NativeFunction> all = new ArrayList<>(cassandra.getFunctions());
    stats.values().forEach(all::addAll);
    return all;
  }

  @Override
  public void add(NativeFunction function) {
    cassandra.add(function);
  }

  @Override
  public void add(FunctionFactory factory) {
    cassandra.add(factory);
  }

  @Override
  public Collection<FunctionFactory> getFactories(FunctionName name) {
    ExtensionFactory extension = extensions.get(name);
    return extension != null ? List.of(extension) : cassandra.getFactories(name);
  }

  @Override
  public Collection<FunctionFactory> getFactories() {
    List<FunctionFactory> all = new ArrayList<>(cassandra.getFactories());
    all.addAll(extensions.values());
    return all;
  }

  /**
   * False for the pack: the types of its results are known, other than what Cassandra assumes of
   * functions from a factory.
   */
  @Override
  public boolean hasFactory(FunctionName name) {
    return cassandra.hasFactory(name);
  }
}
