/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.facts;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.cassandrastats.localcluster.node.Node;

/**
 * A jar with a function for {@code CHECK}: {@code is_state} holds where the first byte is 1. An
 * agent, because agents are what a local node's class path is added to by an argument of the JVM.
 */
final class ConstraintProviderJar {
  private static final String SOURCE =
      """
      package states;

      import java.nio.ByteBuffer;
      import java.util.List;
      import java.util.Optional;
      import org.apache.cassandra.cql3.Operator;
      import org.apache.cassandra.cql3.constraints.*;
      import org.apache.cassandra.db.marshal.AbstractType;
      import org.apache.cassandra.db.marshal.BytesType;

      public final class Provider implements ConstraintProvider {
        public Optional<UnaryConstraintFunction> getUnaryConstraint(String name, List<String> arguments) {
          return name.equals("is_state") ? Optional.of(new IsState(arguments)) : Optional.empty();
        }

        public Optional<ConstraintFunction> getConstraintFunction(String name, List<String> arguments) {
          return Optional.empty();
        }

        public List<? extends SatisfiabilityChecker> getUnaryConstraintSatisfiabilityCheckers() {
          return List.of();
        }

        public List<? extends SatisfiabilityChecker> getConstraintFunctionSatisfiabilityCheckers() {
          return List.of();
        }

        private static final class IsState extends UnaryConstraintFunction {
          IsState(List<String> arguments) {
            super("is_state", arguments);
          }

          protected void internalEvaluate(
              AbstractType<?> type, Operator operator, String term, ByteBuffer value) {
            if (value.hasRemaining() && value.get(value.position()) != 1) {
              throw new ConstraintViolationException("not a state");
            }
          }

          public List<AbstractType<?>> getSupportedTypes() {
            return List.of(BytesType.instance);
          }
        }
      }

      final class Agent {
        public static void premain(String arguments) {}
      }
      """;

  private ConstraintProviderJar() {}

  /**
   * Compiles and packs it.
   *
   * @param directory for all files
   * @param node whose class path it is compiled with
   * @return the argument of a node's JVM
   */
  static String agent(Path directory, Node node) throws IOException {
    Path source = Files.writeString(directory.resolve("Provider.java"), SOURCE);
    Path classes = Files.createDirectory(directory.resolve("classes"));
    String classPath = node.program(classes, List.of()).environment().get("CLASSPATH");
    assertThat(
            ToolProvider.getSystemJavaCompiler()
                .run(
                    null,
                    null,
                    null,
                    "-proc:none",
                    "-cp",
                    classPath,
                    "-d",
                    classes.toString(),
                    source.toString()))
        .as("the compiler's exit code")
        .isZero();
    Path services = Files.createDirectories(classes.resolve("META-INF/services"));
    Files.writeString(
        services.resolve("org.apache.cassandra.cql3.constraints.ConstraintProvider"),
        "states.Provider");
    return "-javaagent:" + jar(directory.resolve("provider.jar"), classes);
  }

  private static Path jar(Path file, Path classes) throws IOException {
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest.getMainAttributes().putValue("Premain-Class", "states.Agent");
    try (OutputStream out = Files.newOutputStream(file);
        JarOutputStream jar = new JarOutputStream(out, manifest);
        Stream<Path> files = Files.walk(classes)) {
      for (Path entry : files.filter(Files::isRegularFile).toList()) {
        jar.putNextEntry(new JarEntry(classes.relativize(entry).toString()));
        Files.copy(entry, jar);
      }
    }
    return file;
  }
}
