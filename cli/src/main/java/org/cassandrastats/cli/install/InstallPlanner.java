/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.install;

import java.lang.module.ModuleDescriptor.Version;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.cassandrastats.catalogue.Aggregate;
import org.cassandrastats.catalogue.Catalogue;
import org.cassandrastats.catalogue.Catalogue.UserType;
import org.cassandrastats.catalogue.Function;
import org.cassandrastats.catalogue.Parameter;
import org.cassandrastats.cli.schema.Families;
import org.cassandrastats.cli.schema.LiveSchema;
import org.cassandrastats.cli.schema.LiveSchema.LiveAggregate;
import org.cassandrastats.cli.schema.LiveSchema.LiveFunction;
import org.cassandrastats.cli.schema.SchemaComparison;
import org.cassandrastats.cli.schema.Signature;
import org.cassandrastats.udf.annotation.Identifier;

/** Works out what brings a keyspace to the state that the catalogue describes. */
final class InstallPlanner {
  private final Families families;
  private final Catalogue catalogue;
  private final LiveSchema live;
  private final InstallChoices choices;
  private final String prefix;

  private final List<SchemaPlan.Step> steps = new ArrayList<>();
  private final List<String> problems = new ArrayList<>();
  private final List<String> warnings = new ArrayList<>();
  private final Set<Signature> droppedAggregates = new LinkedHashSet<>();
  private int unchanged;

  private InstallPlanner(Families families, LiveSchema live, InstallChoices choices) {
    this.families = families;
    this.catalogue = families.catalogue();
    this.live = live;
    this.choices = choices;
    this.prefix = Identifier.quoteIfNeeded(live.keyspace()) + ".";
  }

  /**
   * Plans an installation or upgrade.
   *
   * @param replication of the keyspace, for the case that it has to be created
   */
  static SchemaPlan plan(
      Families families, LiveSchema live, InstallChoices choices, String replication) {
    return new InstallPlanner(families, live, choices).plan(replication);
  }

  private SchemaPlan plan(String replication) {
    checkVersion();
    if (!live.exists()) {
      String name = Identifier.quoteIfNeeded(live.keyspace());
      add(
          SchemaPlan.Step.Action.CREATE,
          "KEYSPACE " + name,
          "CREATE KEYSPACE IF NOT EXISTS " + name + " WITH replication = " + replication);
    }
    catalogue.types().forEach(this::type);
    catalogue.functions().forEach(this::function);
    catalogue.aggregates().forEach(this::aggregate);
    obsolete();
    return new SchemaPlan(steps, unchanged, problems, warnings);
  }

  private void add(SchemaPlan.Step.Action action, String object, String cql) {
    steps.add(new SchemaPlan.Step(action, object, cql));
  }

  private void checkVersion() {
    Version ours = Version.parse(catalogue.version());
    TreeSet<Version> newer = new TreeSet<>();
    for (LiveFunction function : live.functions().values()) {
      function
          .packVersion()
          .map(Version::parse)
          .filter(v -> v.compareTo(ours) > 0)
          .ifPresent(newer::add);
    }
    if (newer.isEmpty()) {
      return;
    }
    String finding =
        "Keyspace %s holds functions of version %s; this is the older version %s."
            .formatted(live.keyspace(), newer.last(), ours);
    if (choices.allowDowngrade) {
      warnings.add(finding + " Those that this run installs will be replaced.");
    } else {
      problems.add(
          finding + " Use that version's tool, or add --allow-downgrade if you mean to go back.");
    }
  }

  private void type(UserType type) {
    String object = "TYPE " + type.name();
    LiveSchema.LiveType there = live.types().get(type.name());
    if (there == null) {
      add(SchemaPlan.Step.Action.CREATE, object, type.createStatement(prefix));
    } else if (!there.startsLike(type.fields())) {
      problems.add(
          "Keyspace %s has a type %s with other fields (%s; expected %s). Choose another --keyspace, or drop what uses the type and then the type."
              .formatted(
                  live.keyspace(), type.name(), names(there.fields()), names(type.fields())));
    } else if (there.fields().size() == type.fields().size()) {
      unchanged++;
    } else {
      for (Parameter field : type.fields().subList(there.fields().size(), type.fields().size())) {
        add(
            SchemaPlan.Step.Action.ALTER,
            object,
            "ALTER TYPE %s%s ADD %s %s"
                .formatted(
                    prefix,
                    Identifier.quoteIfNeeded(type.name()),
                    Identifier.quoteIfNeeded(field.name()),
                    field.type()));
      }
    }
  }

  private static String names(List<Parameter> fields) {
    return String.join(", ", fields.stream().map(Parameter::name).toList());
  }

  private void function(Function function) {
    Signature signature = Signature.of(function);
    String object = "FUNCTION " + signature;
    LiveFunction there = live.functions().get(signature);
    if (live.aggregates().containsKey(signature)) {
      problems.add(
          "Keyspace %s has an aggregate %s where a function has to be. Drop it, or choose another --keyspace."
              .formatted(live.keyspace(), signature));
    } else if (there == null) {
      add(SchemaPlan.Step.Action.CREATE, object, function.createStatement(prefix));
    } else if (SchemaComparison.difference(function, there).isEmpty()) {
      unchanged++;
    } else if (mayReplace(there)) {
      if (!SchemaComparison.isReplaceable(function, there)) {
        dropFirst(signature);
        add(SchemaPlan.Step.Action.CREATE, object, function.createStatement(prefix));
      } else {
        add(SchemaPlan.Step.Action.REPLACE, object, function.createStatement(prefix));
      }
    }
  }

  private boolean mayReplace(LiveFunction there) {
    if (there.isOfPack() || choices.replaceForeign) {
      return true;
    }
    problems.add(
        "Keyspace %s has a function %s that is not of this pack. Choose another --keyspace, or add --replace-foreign to overwrite it."
            .formatted(live.keyspace(), there.signature()));
    return false;
  }

  /** A function whose result type or null rule differs cannot be replaced, only dropped. */
  private void dropFirst(Signature signature) {
    for (LiveAggregate user : live.aggregatesUsing(signature)) {
      if (!isInCatalogue(user)) {
        problems.add(
            "Aggregate %s uses %s, which has to be dropped because its result type or null rule changes. Drop the aggregate first: DROP AGGREGATE %s;"
                .formatted(
                    user.signature(), signature, user.signature().qualified(live.keyspace())));
      } else if (droppedAggregates.add(user.signature())) {
        dropAggregate(user.signature());
      }
    }
    dropFunction(signature);
    warnings.add(
        "%s has to be dropped and created, and its aggregates with it: EXECUTE granted on them one by one is lost, and queries fail in between."
            .formatted(signature));
  }

  private void dropAggregate(Signature signature) {
    add(
        SchemaPlan.Step.Action.DROP,
        "AGGREGATE " + signature,
        "DROP AGGREGATE IF EXISTS " + signature.qualified(live.keyspace()));
  }

  private void dropFunction(Signature signature) {
    add(
        SchemaPlan.Step.Action.DROP,
        "FUNCTION " + signature,
        "DROP FUNCTION IF EXISTS " + signature.qualified(live.keyspace()));
  }

  private boolean isInCatalogue(LiveAggregate aggregate) {
    return catalogue.aggregates().stream()
        .anyMatch(ours -> Signature.of(ours).equals(aggregate.signature()));
  }

  private void aggregate(Aggregate aggregate) {
    Signature signature = Signature.of(aggregate);
    String object = "AGGREGATE " + signature;
    String create = aggregate.createStatement(prefix);
    LiveAggregate there = live.aggregates().get(signature);
    if (live.functions().containsKey(signature)) {
      problems.add(
          "Keyspace %s has a function %s where an aggregate has to be. Drop it, or choose another --keyspace."
              .formatted(live.keyspace(), signature));
    } else if (there == null || droppedAggregates.contains(signature)) {
      add(SchemaPlan.Step.Action.CREATE, object, create);
    } else if (SchemaComparison.difference(aggregate, there).isEmpty()) {
      add(SchemaPlan.Step.Action.REFRESH, object, create);
    } else if (!live.isOfPack(there) && !choices.replaceForeign) {
      problems.add(
          "Keyspace %s has an aggregate %s that is not of this pack. Choose another --keyspace, or add --replace-foreign to overwrite it."
              .formatted(live.keyspace(), signature));
    } else {
      if (!there.returns(aggregate.returns())) {
        dropAggregate(signature);
      }
      add(SchemaPlan.Step.Action.REPLACE, object, create);
    }
  }

  private void obsolete() {
    for (LiveAggregate aggregate : live.aggregates().values()) {
      boolean isLeft = families.isObsolete(aggregate, live) && !isInCatalogue(aggregate);
      if (isLeft && choices.prune && droppedAggregates.add(aggregate.signature())) {
        dropAggregate(aggregate.signature());
      }
    }
    for (LiveFunction function : live.functions().values()) {
      if (!families.isObsolete(function)) {
        continue;
      }
      String finding =
          "%s, made by version %s, is none of this version %s"
              .formatted(
                  function.signature(), function.packVersion().orElseThrow(), catalogue.version());
      // Those of the catalogue are made anew, with functions that are in it.
      List<LiveAggregate> users =
          live.aggregatesUsing(function.signature()).stream()
              .filter(user -> !isInCatalogue(user))
              .filter(user -> !droppedAggregates.contains(user.signature()))
              .toList();
      if (!choices.prune) {
        warnings.add(finding + " and stays; --prune drops it, and what accumulates with it.");
      } else if (users.isEmpty()) {
        dropFunction(function.signature());
      } else {
        warnings.add(
            finding
                + " and stays, because it is used by: "
                + String.join(", ", users.stream().map(u -> u.signature().toString()).toList())
                + ".");
      }
    }
  }
}
