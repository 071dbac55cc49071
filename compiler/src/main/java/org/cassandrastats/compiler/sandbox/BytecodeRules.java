/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.compiler.sandbox;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** The rules that can be seen in the bytecode of a body: classes, methods and its size. */
public final class BytecodeRules {
  /** HotSpot compiles no method of more than 8000; what a person reviews is far smaller. */
  public static final int LARGEST = 5000;

  private static final Map<String, Set<String>> FORBIDDEN =
      Map.of(
          "java/lang/Object", Set.of("clone", "finalize", "notify", "notifyAll", "wait"),
          "java/lang/Class",
              Set.of("forName", "getClassLoader", "getResource", "getResourceAsStream"));

  private final Body body;
  private final int offset;
  private final List<Rule.Violation> violations = new ArrayList<>();
  private int size;

  private BytecodeRules(Body body, int offset) {
    this.body = body;
    this.offset = offset;
  }

  /**
   * What was found.
   *
   * @param size bytes of bytecode of the body
   */
  record Result(List<Rule.Violation> violations, int size) {}

  static Result check(Body body, int offset, byte[] classFile) {
    BytecodeRules rules = new BytecodeRules(body, offset);
    ClassReader reader = new ClassReader(classFile);
    // Copying the class with its constants tells where each instruction stands.
    ClassWriter copy = new ClassWriter(reader, 0);
    reader.accept(
        new ClassVisitor(Opcodes.ASM9, copy) {
          @Override
          public MethodVisitor visitMethod(
              int access, String name, String type, String signature, String[] exceptions) {
            MethodVisitor method = super.visitMethod(access, name, type, signature, exceptions);
            return name.equals(BodyCompiler.METHOD) ? rules.new Method(method) : method;
          }
        },
        0);
    if (rules.size > LARGEST) {
      rules.add(Rule.BYTECODE_SIZE, offset + 1, rules.size + " bytes, at most " + LARGEST);
    }
    return new Result(rules.violations, rules.size);
  }

  private void add(Rule rule, int line, String found) {
    Rule.Violation violation =
        new Rule.Violation(rule, body.name(), body.origin().apply(line - offset), found);
    if (!violations.contains(violation)) {
      violations.add(violation);
    }
  }

  private final class Method extends MethodVisitor {
    private int line;

    Method(MethodVisitor copy) {
      super(Opcodes.ASM9, copy);
    }

    @Override
    public void visitLineNumber(int number, Label start) {
      line = number;
      super.visitLineNumber(number, start);
    }

    @Override
    public void visitTypeInsn(int opcode, String type) {
      checkClass(Type.getObjectType(type));
      super.visitTypeInsn(opcode, type);
    }

    @Override
    public void visitFieldInsn(int opcode, String owner, String name, String type) {
      checkClass(Type.getObjectType(owner));
      checkClass(Type.getType(type));
      super.visitFieldInsn(opcode, owner, name, type);
    }

    @Override
    public void visitMethodInsn(
        int opcode, String owner, String name, String type, boolean isInterface) {
      checkClass(Type.getObjectType(owner));
      checkClass(Type.getReturnType(type));
      for (Type argument : Type.getArgumentTypes(type)) {
        checkClass(argument);
      }
      if (name.equals("allocateDirect")) {
        add(Rule.ALLOCATE_DIRECT, line, "ByteBuffer.allocateDirect");
      } else if (FORBIDDEN.getOrDefault(owner, Set.of()).contains(name)) {
        add(Rule.FORBIDDEN_METHOD, line, Type.getObjectType(owner).getClassName() + "." + name);
      }
      super.visitMethodInsn(opcode, owner, name, type, isInterface);
    }

    private void checkClass(Type type) {
      Type element = type.getSort() == Type.ARRAY ? type.getElementType() : type;
      if (element.getSort() != Type.OBJECT) {
        return;
      }
      String name = element.getClassName();
      if (name.equals("java.lang.System")) {
        add(Rule.SYSTEM, line, name);
      } else if (name.equals("java.nio.ByteOrder")) {
        add(Rule.BYTE_ORDER, line, name);
      } else if (!contains(element.getInternalName())) {
        add(Rule.ALLOWED_CLASSES, line, name);
      }
    }

    @Override
    public void visitMaxs(int stack, int locals) {
      Label end = new Label();
      super.visitLabel(end);
      size = end.getOffset();
      super.visitMaxs(stack, locals);
    }
  }

  /**
   * The classes that Cassandra lets a body use: those of its class {@code UDFunction}, version
   * 5.0.9, by its way of comparing prefixes, less what statistics never need and 4.1 or 6.0 might
   * refuse: {@code java.net}, {@code java.io}, Guava and Cassandra's own exceptions.
   */
  private static final List<String> ALLOWED =
      List.of(
          "java/lang/",
          "java/math/",
          "java/nio/Buffer.class",
          "java/nio/ByteBuffer.class",
          "java/text/",
          "java/time/",
          "java/util/",
          "org/apache/cassandra/cql3/functions/UDFContext.class",
          "org/apache/cassandra/cql3/functions/types/",
          BodyCompiler.PACKAGE.replace('.', '/'));

  private static final List<String> REFUSED =
      List.of(
          "java/lang/Compiler.class",
          "java/lang/InheritableThreadLocal.class",
          "java/lang/Package.class",
          "java/lang/Process.class",
          "java/lang/ProcessBuilder.class",
          "java/lang/ProcessEnvironment.class",
          "java/lang/ProcessImpl.class",
          "java/lang/Runnable.class",
          "java/lang/Runtime.class",
          "java/lang/Shutdown.class",
          "java/lang/System.class",
          "java/lang/Thread.class",
          "java/lang/ThreadGroup.class",
          "java/lang/ThreadLocal.class",
          "java/lang/instrument/",
          "java/lang/invoke/",
          "java/lang/management/",
          "java/lang/ref/",
          "java/lang/reflect/",
          "java/util/ServiceLoader.class",
          "java/util/Timer.class",
          "java/util/concurrent/",
          "java/util/function/",
          "java/util/jar/",
          "java/util/logging/",
          "java/util/prefs/",
          "java/util/spi/",
          "java/util/stream/",
          "java/util/zip/");

  static boolean contains(String internalName) {
    String file = internalName + ".class";
    return ALLOWED.stream().anyMatch(file::startsWith)
        && REFUSED.stream().noneMatch(file::startsWith);
  }
}
