/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench;

import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import org.junit.jupiter.api.Test;

/** No loops between packages, and none between files. The module bench depends on all others. */
final class ArchitectureTest {
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
