/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cql.compiler;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.cassandrastats.cql.catalogue.Catalogue;
import org.cassandrastats.cql.compiler.emit.CatalogueEmitter;
import org.cassandrastats.cql.compiler.script.Scripts;
import org.cassandrastats.cql.compiler.source.CompileException;
import org.cassandrastats.cql.compiler.source.SourceTree;

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
    Catalogue catalogue = new CatalogueEmitter(tree, compiled, version).emit();
    Map<String, String> scripts = Scripts.of(catalogue);
    write(
        resources.resolve("catalogue.json"),
        new ObjectMapper().writerWithDefaultPrettyPrinter().writeValueAsString(catalogue));
    Map<Path, String> committed = new LinkedHashMap<>();
    for (Map.Entry<String, String> script : scripts.entrySet()) {
      write(resources.resolve(script.getKey()), script.getValue());
      committed.put(Path.of("cql", script.getKey()), script.getValue());
    }
    return new Drift(root, committed).check(regenerate);
  }

  private static void write(Path file, String text) throws IOException {
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }
}
