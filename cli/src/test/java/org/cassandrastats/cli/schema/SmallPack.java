/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.schema;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.cassandrastats.catalogue.Aggregate;
import org.cassandrastats.catalogue.Catalogue;
import org.cassandrastats.catalogue.Catalogue.UserType;
import org.cassandrastats.catalogue.Function;
import org.cassandrastats.catalogue.Parameter;
import org.cassandrastats.cli.schema.LiveSchema.LiveAggregate;
import org.cassandrastats.cli.schema.LiveSchema.LiveFunction;

/** A pack of a few functions, and the schema of a keyspace that holds it. */
public final class SmallPack {
  public static final String KEYSPACE = "stats";

  private SmallPack() {}

  public static Catalogue catalogue() {
    return new Catalogue(
        "0.0.2",
        List.of(
            new UserType(
                "summary",
                List.of(new Parameter("count", "bigint"), new Parameter("mean", "double")),
                "What people ask for together.")),
        List.of(
            function("accumulate", List.of("blob", "double"), "blob", "return state;"),
            function("finish", List.of("blob"), "double", "return 1.0;"),
            function("summarize", List.of("blob"), "summary", "return null;"),
            function("ranks", List.of("list<double>"), "list<double>", "return values;")),
        List.of(
            aggregate("mean", "accumulate", "finish", "double"),
            aggregate("states", "accumulate", null, "blob")));
  }

  /** The pack with a second family, "large", of one function and its aggregate. */
  public static Catalogue twoFamilies() {
    Catalogue small = catalogue();
    List<Function> functions = new ArrayList<>(small.functions());
    functions.add(function("large", "gather", List.of("blob", "double"), "blob", "return state;"));
    List<Aggregate> aggregates = new ArrayList<>(small.aggregates());
    aggregates.add(
        new Aggregate(
            "heap",
            "large",
            List.of("double"),
            "gather",
            "blob",
            null,
            "0x",
            "blob",
            "For tests.",
            List.of()));
    return new Catalogue(small.version(), small.types(), functions, aggregates);
  }

  public static Function function(String name, List<String> types, String returns, String code) {
    return function("small", name, types, returns, code);
  }

  public static Function function(
      String family, String name, List<String> types, String returns, String code) {
    String source = "org.cassandrastats." + family + ".Source." + name;
    List<Parameter> parameters = new ArrayList<>();
    for (int i = 0; i < types.size(); i++) {
      parameters.add(new Parameter("p" + i, types.get(i)));
    }
    return new Function(
        name,
        family,
        parameters,
        returns,
        true,
        "// cassandra-stats 0.0.2, " + source + "\n" + code + "\n",
        "For tests.",
        source,
        List.of());
  }

  private static Aggregate aggregate(String name, String state, String end, String returns) {
    return new Aggregate(
        name,
        "small",
        List.of("double"),
        state,
        "blob",
        end,
        "0x",
        returns,
        "For tests.",
        List.of());
  }

  /** A keyspace that does not exist. */
  public static LiveSchema none() {
    return new LiveSchema(KEYSPACE, false, Map.of(), Map.of(), Map.of(), Map.of(), Map.of());
  }

  /** A keyspace into which the catalogue has been installed; its maps may be changed. */
  public static LiveSchema installed(Catalogue catalogue) {
    LiveSchema live =
        new LiveSchema(
            KEYSPACE,
            true,
            new LinkedHashMap<>(),
            new LinkedHashMap<>(),
            new LinkedHashMap<>(),
            new LinkedHashMap<>(),
            new LinkedHashMap<>());
    catalogue.types().forEach(type -> live.types().put(type.name(), live(type)));
    catalogue.functions().forEach(function -> put(live, live(function)));
    catalogue.aggregates().forEach(aggregate -> put(live, live(aggregate)));
    return live;
  }

  public static void put(LiveSchema live, LiveFunction function) {
    live.functions().put(function.signature(), function);
  }

  public static void put(LiveSchema live, LiveAggregate aggregate) {
    live.aggregates().put(aggregate.signature(), aggregate);
  }

  public static LiveSchema.LiveType live(UserType type) {
    return new LiveSchema.LiveType(type.name(), type.fields());
  }

  /** As Cassandra keeps it: with {@code frozen} where the statement had none. */
  public static LiveFunction live(Function function) {
    String statement = function.createStatement("");
    return new LiveFunction(
        new Signature(
            function.name(),
            function.parameters().stream().map(parameter -> frozen(parameter.type())).toList()),
        function.parameters().stream().map(Parameter::name).toList(),
        frozen(function.returns()),
        function.calledOnNullInput(),
        "java",
        statement.substring(statement.indexOf("$$") + 2, statement.lastIndexOf("$$")));
  }

  public static LiveFunction withBody(LiveFunction function, String body) {
    return new LiveFunction(
        function.signature(),
        function.parameterNames(),
        function.returns(),
        function.calledOnNullInput(),
        function.language(),
        body);
  }

  public static LiveFunction returning(LiveFunction function, String type) {
    return new LiveFunction(
        function.signature(),
        function.parameterNames(),
        type,
        function.calledOnNullInput(),
        function.language(),
        function.body());
  }

  public static LiveAggregate live(Aggregate aggregate) {
    return new LiveAggregate(
        Signature.of(aggregate),
        aggregate.stateFunction(),
        aggregate.stateType(),
        aggregate.finalFunction(),
        aggregate.initialCondition(),
        aggregate.returns());
  }

  private static String frozen(String type) {
    return type.startsWith("list<") || type.equals("summary") ? "frozen<" + type + ">" : type;
  }
}
