/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.schema;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.cassandrastats.catalogue.Catalogue;
import org.cassandrastats.catalogue.file.CatalogueFile;
import org.cassandrastats.cli.schema.LiveSchema.LiveFunction;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** The families that a command works on. */
public final class Families {
  private final List<String> chosen;
  private final Catalogue pack;
  private final Catalogue catalogue;
  private final Set<Signature> signatures = new HashSet<>();
  private final Map<String, String> familiesByName = new HashMap<>();

  /**
   * Some families of the pack.
   *
   * @param pack all that this version has
   * @param chosen families of it; none for the whole pack, with what other versions had
   */
  public Families(Catalogue pack, List<String> chosen) {
    this.chosen = List.copyOf(chosen);
    this.pack = pack;
    this.catalogue = chosen.isEmpty() ? pack : pack.of(chosen);
    pack.functions().forEach(ours -> add(Signature.of(ours), ours.family()));
    pack.aggregates().forEach(ours -> add(Signature.of(ours), ours.family()));
  }

  private void add(Signature signature, String family) {
    signatures.add(signature);
    familiesByName.put(signature.name(), family);
  }

  public static Families all(Catalogue pack) {
    return new Families(pack, List.of());
  }

  /** All that this version of the pack has, in whatever family. */
  public Catalogue pack() {
    return pack;
  }

  /** What these families have in this version. */
  public Catalogue catalogue() {
    return catalogue;
  }

  public boolean areAll() {
    return chosen.isEmpty();
  }

  /** Whether this version of the pack has a function or aggregate, in whatever family. */
  public boolean isInPack(Signature signature) {
    return signatures.contains(signature);
  }

  public boolean contain(String family) {
    return areAll() || chosen.contains(family);
  }

  /** The family in which this version has functions or aggregates of a name; all are in one. */
  public Optional<String> familyOf(String name) {
    return Optional.ofNullable(familiesByName.get(name));
  }

  /**
   * The family that a function of the pack, of whatever version, is in; none if it does not say.
   */
  public Optional<String> familyOf(LiveFunction function) {
    return familyOf(function.signature().name()).or(function::family);
  }

  /** Whether a function is of the pack, of whatever version, and in these families. */
  public boolean cover(LiveFunction function) {
    return function.isOfPack()
        && (areAll() || familyOf(function).filter(this::contain).isPresent());
  }

  /** Whether a function is of the pack and in these families, but not in this version. */
  public boolean isObsolete(LiveFunction function) {
    return cover(function) && !isInPack(function.signature());
  }

  /** Whether an aggregate accumulates with such a function, and goes with it. */
  public boolean isObsolete(LiveSchema.LiveAggregate aggregate, LiveSchema live) {
    LiveFunction state = live.functions().get(aggregate.stateSignature());
    return state != null && isObsolete(state);
  }

  /** Those of these families of which a keyspace has anything. */
  public List<String> presentIn(LiveSchema live) {
    return catalogue.families().stream()
        .filter(
            family -> {
              Catalogue alone = pack.of(List.of(family));
              return live.missing(alone) < alone.functions().size() + alone.aggregates().size();
            })
        .toList();
  }

  /** Version and, unless they are all, names: {@code 0.0.1 (moments, tdigest)}. */
  public String version() {
    return pack.version() + (areAll() ? "" : " (" + String.join(", ", chosen) + ")");
  }

  /** A command on these families: {@code verify --family moments,tdigest}. */
  public String command(String name) {
    return areAll() ? name : command(name, chosen);
  }

  public static String command(String name, List<String> families) {
    return name + " --family " + String.join(",", families);
  }

  /** The option of every command that can work on a part of the pack. */
  public static final class FamilyOption {
    @Spec(Target.MIXEE)
    private CommandSpec spec;

    @Option(
        names = "--family",
        paramLabel = "FAMILY",
        split = ",",
        description =
            "Only these families of functions, such as moments,tdigest; the others are left as they"
                + " are. Default: the whole pack.")
    private List<String> names = new ArrayList<>();

    /** Whether the command line names families. */
    public boolean isGiven() {
      return !names.isEmpty();
    }

    /** The functions of the chosen families. */
    public Catalogue catalogue() {
      return families().catalogue();
    }

    public Families families() {
      Catalogue pack = CatalogueFile.read();
      List<String> known = pack.families();
      for (String name : names) {
        if (!known.contains(name)) {
          throw new ParameterException(
              spec.commandLine(),
              "--family: there is no family \"%s\"; there are %s"
                  .formatted(name, String.join(", ", known)));
        }
      }
      return new Families(pack, names.stream().distinct().toList());
    }
  }
}
