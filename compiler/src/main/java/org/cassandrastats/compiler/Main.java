/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.compiler;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.cassandrastats.catalogue.Catalogue;
import org.cassandrastats.catalogue.Function;
import org.cassandrastats.compiler.emit.CatalogueEmitter;
import org.cassandrastats.compiler.emit.Emitted;
import org.cassandrastats.compiler.emit.Emitted.EmittedFunction;
import org.cassandrastats.compiler.sandbox.BytecodeRules;
import org.cassandrastats.compiler.sandbox.Sandbox;
import org.cassandrastats.compiler.script.Reference;
import org.cassandrastats.compiler.script.Scripts;
import org.cassandrastats.compiler.script.SizeTable;
import org.cassandrastats.compiler.source.CompileException;
import org.cassandrastats.compiler.source.Location;
import org.cassandrastats.compiler.source.SourceTree;

/** Runs the compiler inside the build. */
public final class Main {
  private Main() {}

  /**
   * Compiles, writes the resources of the jar, and compares with the committed files.
   *
   * @param arguments the project's root directory, its version, the directory for resources, and
   *     "unset" or anything else to rewrite the committed files
   */
  public static void main(String[] arguments) throws IOException {
    Path root = Path.of(arguments[0]);
    try {
      System.exit(run(root, arguments[1], Path.of(arguments[2]), !arguments[3].equals("unset")));
    } catch (CompileException e) {
      System.err.println("[cql] " + e.getMessage());
      System.exit(1);
    }
  }

  private static int run(Path root, String version, Path resources, boolean regenerate)
      throws IOException {
    ClassLoader compiled = Main.class.getClassLoader();
    SourceTree tree =
        SourceTree.parse(
            root,
            List.of(root.resolve("udf/src/main/java"), root.resolve("uda/src/main/java")),
            compiled);
    Emitted emitted = new CatalogueEmitter(tree, compiled, version).emit();
    Catalogue catalogue = emitted.catalogue();
    Sandbox.Report report =
        Sandbox.check(emitted.functions().stream().map(EmittedFunction::body).toList());
    write(resources.resolveSibling("bytecode.txt"), sizes(report.sizes()));
    if (!report.violations().isEmpty()) {
      report.violations().forEach(violation -> System.err.println("[cql] " + violation));
      return 1;
    }
    checkVersion(catalogue);
    Map<String, String> scripts = Scripts.of(catalogue);
    write(
        resources.resolve("catalogue.json"),
        new ObjectMapper().writerWithDefaultPrettyPrinter().writeValueAsString(catalogue));
    Map<Path, String> committed = new LinkedHashMap<>();
    for (Map.Entry<String, String> script : scripts.entrySet()) {
      write(resources.resolve(script.getKey()), script.getValue());
      committed.put(Path.of("cql", script.getKey()), script.getValue());
    }
    committed.put(Path.of("docs", "reference.md"), Reference.of(emitted));
    Path design = Path.of("docs", "design.md");
    String page = Files.readString(root.resolve(design));
    committed.put(design, SizeTable.in(page, catalogue, scripts, report.sizes()));
    return new Drift(root, committed).check(regenerate);
  }

  /** The version that {@code stats_version()} returns is a constant of its own. */
  private static void checkVersion(Catalogue catalogue) {
    for (Function function : catalogue.functions()) {
      if (function.name().equals("stats_version")
          && !function.body().contains('"' + catalogue.version() + '"')) {
        throw new CompileException(
            new Location(function.source(), 1),
            "stats_version() does not return the project's version " + catalogue.version());
      }
    }
  }

  private static String sizes(Map<String, Integer> sizes) {
    StringBuilder text =
        new StringBuilder(
            "bytes of bytecode of each function, at most " + BytecodeRules.LARGEST + "\n");
    sizes.entrySet().stream()
        .sorted(Map.Entry.<String, Integer>comparingByValue().reversed())
        .forEach(entry -> text.append("%5d %s%n".formatted(entry.getValue(), entry.getKey())));
    return text.toString();
  }

  private static void write(Path file, String text) throws IOException {
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  /** Compares what the build made with what is committed. */
  record Drift(Path root, Map<Path, String> expected) {
    private static final String COMMAND =
        "./mvnw -q -pl catalogue/file -am process-classes -Dcql.regenerate";

    /** The exit code: 0 only if the committed files are up to date and none was rewritten. */
    int check(boolean regenerate) throws IOException {
      int differences = 0;
      for (Map.Entry<Path, String> file : expected.entrySet()) {
        Path committed = root.resolve(file.getKey());
        String actual = Files.exists(committed) ? Files.readString(committed) : "";
        if (actual.equals(file.getValue())) {
          continue;
        }
        differences++;
        if (regenerate) {
          Files.createDirectories(committed.getParent());
          Files.writeString(committed, file.getValue());
          System.err.println("[cql] rewritten: " + file.getKey());
        } else if (differences == 1) {
          System.err.println(firstDifference(file.getKey(), actual, file.getValue()));
        } else {
          System.err.println("[cql] differs as well: " + file.getKey());
        }
      }
      if (regenerate) {
        System.err.println(
            "[cql] "
                + differences
                + " files rewritten. This build fails on purpose: review the changes, commit them, and"
                + " build again without -Dcql.regenerate.");
        return 1;
      }
      if (differences > 0) {
        System.err.println(
            "[cql] the committed files are not what the sources give. Rewrite them with: "
                + COMMAND);
        return 1;
      }
      return 0;
    }

    static String firstDifference(Path file, String committed, String made) {
      List<String> left = committed.lines().toList();
      List<String> right = made.lines().toList();
      int line = 0;
      while (line < left.size() && line < right.size() && left.get(line).equals(right.get(line))) {
        line++;
      }
      StringBuilder text = new StringBuilder();
      text.append("--- ").append(file).append(" (committed)\n");
      text.append("+++ ").append(file).append(" (made from the sources)\n");
      text.append("@@ line ").append(line + 1).append(" @@\n");
      for (int i = Math.max(0, line - 3); i < line; i++) {
        text.append(' ').append(left.get(i)).append('\n');
      }
      left.stream().skip(line).limit(3).forEach(l -> text.append('-').append(l).append('\n'));
      right.stream().skip(line).limit(3).forEach(l -> text.append('+').append(l).append('\n'));
      return text.toString();
    }
  }
}
