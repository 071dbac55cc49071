/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bytecode;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.cassandrastats.annotated.Annotated;
import org.cassandrastats.annotated.AnnotatedFunction;
import org.cassandrastats.live.InstalledPack;
import org.cassandrastats.live.Lane;
import org.cassandrastats.live.LiveNodeExtension;
import org.cassandrastats.live.RecordedBodies;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** How large the bodies are, as the compiler inside the node really compiled them. */
@ExtendWith(LiveNodeExtension.class)
@Tag(Lane.UDF_TAG)
class BodySizeIT {
  /** HotSpot compiles no larger method (unless told to), and interprets it permanently. */
  private static final int LARGEST_COMPILED = 8000;

  private static final int SHOWN = 10;

  @Test
  void should_stay_below_the_size_that_hotspot_compiles(InstalledPack pack) {
    Map<String, Integer> sizes = new TreeMap<>();
    List<AnnotatedFunction> functions = Annotated.functions();
    for (AnnotatedFunction function : functions) {
      List<Path> classes = RecordedBodies.of(InstalledPack.KEYSPACE, function.name());
      assertThat(classes).as("recorded classes of %s", function.name()).isNotEmpty();
      classes.forEach(file -> sizes.merge(function.name(), bodySize(file), Math::max));
    }

    System.out.println("The largest bodies, in bytes of bytecode (largest overload):");
    sizes.entrySet().stream()
        .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
        .limit(SHOWN)
        .forEach(size -> System.out.printf("  %5d %s%n", size.getValue(), size.getKey()));
    System.out.println("State functions, called for every row:");
    functions.stream()
        .filter(function -> !function.aggregates().isEmpty())
        .map(AnnotatedFunction::name)
        .distinct()
        .forEach(name -> System.out.printf("  %5d %s%n", sizes.get(name), name));
    assertThat(sizes).allSatisfy((name, size) -> assertThat(size).isLessThan(LARGEST_COMPILED));
  }

  /** The size of the largest method, which is the body. */
  private static int bodySize(Path file) {
    int[] largest = new int[1];
    try {
      // A label knows its offset once it is written.
      ClassWriter copy = new ClassWriter(0);
      new ClassReader(Files.readAllBytes(file))
          .accept(
              new ClassVisitor(Opcodes.ASM9, copy) {
                @Override
                public MethodVisitor visitMethod(
                    int access, String name, String descriptor, String signature, String[] thrown) {
                  return new MethodVisitor(
                      Opcodes.ASM9,
                      super.visitMethod(access, name, descriptor, signature, thrown)) {
                    @Override
                    public void visitMaxs(int stack, int locals) {
                      Label end = new Label();
                      super.visitLabel(end);
                      super.visitMaxs(stack, locals);
                      largest[0] = Math.max(largest[0], end.getOffset());
                    }
                  };
                }
              },
              0);
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
    return largest[0];
  }
}
