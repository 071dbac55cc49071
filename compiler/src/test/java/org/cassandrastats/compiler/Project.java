/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.compiler;

import java.nio.file.Path;
import java.util.List;
import org.cassandrastats.compiler.emit.CatalogueEmitter;
import org.cassandrastats.compiler.emit.Emitted;
import org.cassandrastats.compiler.source.SourceTree;

/** What the compiler makes of the sources of udf and uda. */
public final class Project {
  public static final Path ROOT = Path.of(System.getProperty("project.root")).toAbsolutePath();
  public static final String VERSION = System.getProperty("project.version");

  private Project() {}

  public static Emitted emit() {
    ClassLoader compiled = Project.class.getClassLoader();
    SourceTree tree =
        SourceTree.parse(
            ROOT,
            List.of(ROOT.resolve("udf/src/main/java"), ROOT.resolve("uda/src/main/java")),
            compiled);
    return new CatalogueEmitter(tree, compiled, VERSION).emit();
  }
}
