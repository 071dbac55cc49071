/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench;

import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * No loops between packages, none between files, and no further use of what is internal. The module
 * bench depends on all others.
 */
final class ArchitectureTest {
  private static final String ROOT = "org.cassandrastats.";
  private static final String INTERNAL = ".internal.";

  /** Which internal packages of others a module uses. Another arrow is to be a decision. */
  private static final Map<String, Set<String>> USES =
      Map.of(
          "bench",
          Set.of(
              "client.internal.cql",
              "client.internal.plan",
              "client.internal.request",
              "client.internal.text"),
          "cli",
          Set.of(
              "client.internal.cql",
              "client.internal.plan",
              "client.internal.request",
              "client.internal.run",
              "client.internal.text",
              "rollup.internal.bucket",
              "rollup.internal.table",
              "rollup.internal.time"),
          "rollup",
          Set.of(
              "client.internal.cql",
              "client.internal.function",
              "client.internal.range",
              "client.internal.request",
              "client.internal.rows",
              "client.internal.run",
              "client.internal.split",
              "client.internal.text"));

  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(ArchitectureTest::isMain)
          .importPackages("org.cassandrastats");

  @Test
  void should_have_no_loops_between_packages() {
    slices().assignedFrom(new ByPackage()).should().beFreeOfCycles().check(CLASSES);
  }

  @Test
  void should_have_no_loops_between_files() {
    slices().assignedFrom(new ByFile()).should().beFreeOfCycles().check(CLASSES);
  }

  @Test
  void should_use_no_further_internal_package_of_another_module() {
    Map<String, Set<String>> uses = new TreeMap<>();
    for (JavaClass type : CLASSES) {
      String user = module(type.getPackageName());
      for (Dependency dependency : type.getDirectDependenciesFromSelf()) {
        String used = dependency.getTargetClass().getBaseComponentType().getPackageName();
        if (used.startsWith(ROOT) && used.contains(INTERNAL) && !module(used).equals(user)) {
          uses.computeIfAbsent(user, absent -> new TreeSet<>()).add(used.substring(ROOT.length()));
        }
      }
    }
    assertThat(uses).isEqualTo(USES);
  }

  @ParameterizedTest
  @ValueSource(strings = {"examples", "build/consumer"})
  void should_use_nothing_internal_in_what_applications_copy(String directory) throws IOException {
    try (Stream<Path> files = Files.walk(Path.of("..").resolve(directory))) {
      assertThat(files.filter(file -> file.toString().endsWith(".java")))
          .isNotEmpty()
          .allSatisfy(file -> assertThat(file).content().doesNotContain(INTERNAL));
    }
  }

  private static String module(String packageName) {
    return packageName.substring(ROOT.length()).replaceAll("\\..*", "");
  }

  private static boolean isMain(Location location) {
    return !location.contains("/test-classes/") && !location.contains("-tests.jar");
  }

  private static final class ByPackage implements SliceAssignment {
    @Override
    public SliceIdentifier getIdentifierOf(JavaClass type) {
      return SliceIdentifier.of(type.getPackageName());
    }

    @Override
    public String getDescription() {
      return "packages";
    }
  }

  private static final class ByFile implements SliceAssignment {
    @Override
    public SliceIdentifier getIdentifierOf(JavaClass type) {
      JavaClass file = type;
      while (file.getEnclosingClass().isPresent()) {
        file = file.getEnclosingClass().get();
      }
      return SliceIdentifier.of(file.getName());
    }

    @Override
    public String getDescription() {
      return "files";
    }
  }
}
