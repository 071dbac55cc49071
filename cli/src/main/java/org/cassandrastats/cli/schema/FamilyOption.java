/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.schema;

import java.util.ArrayList;
import java.util.List;
import org.cassandrastats.catalogue.Catalogue;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** The option of every command that can work on a part of the pack. */
public final class FamilyOption {
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
    Catalogue pack = Catalogue.load();
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
