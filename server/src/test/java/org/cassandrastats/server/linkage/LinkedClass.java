/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.linkage;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** What a compiled class has, and what it needs of others. */
final class LinkedClass {
  /** A field or method that a class uses, by the class that it is looked up in. */
  record Use(String owner, String member) {}

  private final String name;
  private final int access;
  private final List<String> parents = new ArrayList<>();
  private final Map<String, Integer> members = new HashMap<>();
  private final Set<Use> uses = new LinkedHashSet<>();
  private final Set<String> types = new LinkedHashSet<>();

  LinkedClass(byte[] bytes) {
    ClassReader reader = new ClassReader(bytes);
    name = reader.getClassName();
    access = reader.getAccess();
    if (reader.getSuperName() != null) {
      parents.add(reader.getSuperName());
    }
    parents.addAll(List.of(reader.getInterfaces()));
    types.addAll(parents);
    reader.accept(new Members(), ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
  }

  String name() {
    return name;
  }

  boolean isAbstract() {
    return (access & Opcodes.ACC_ABSTRACT) != 0;
  }

  boolean isFinal() {
    return (access & Opcodes.ACC_FINAL) != 0;
  }

  /** The class that it extends, then its interfaces. */
  List<String> parents() {
    return parents;
  }

  /** Methods by name and descriptor, fields by name and type, with their access. */
  Map<String, Integer> members() {
    return members;
  }

  /** Fields and methods that it uses. */
  Set<Use> uses() {
    return uses;
  }

  /** Classes that it names, also in signatures. */
  Set<String> types() {
    return types;
  }

  private void use(String owner, String memberName, String descriptor) {
    addType(Type.getObjectType(owner));
    addType(Type.getType(descriptor));
    if (!owner.startsWith("[")) {
      String separator = descriptor.startsWith("(") ? "" : ":";
      uses.add(new Use(owner, memberName + separator + descriptor));
    }
  }

  private void use(Handle handle) {
    use(handle.getOwner(), handle.getName(), handle.getDesc());
  }

  private void addType(Type type) {
    switch (type.getSort()) {
      case Type.ARRAY -> addType(type.getElementType());
      case Type.OBJECT -> types.add(type.getInternalName());
      case Type.METHOD -> {
        addType(type.getReturnType());
        List.of(type.getArgumentTypes()).forEach(this::addType);
      }
      default -> {}
    }
  }

  private final class Members extends ClassVisitor {
    Members() {
      super(Opcodes.ASM9);
    }

    @Override
    public FieldVisitor visitField(
        int fieldAccess, String field, String descriptor, String signature, Object value) {
      members.put(field + ":" + descriptor, fieldAccess);
      addType(Type.getType(descriptor));
      return null;
    }

    @Override
    public MethodVisitor visitMethod(
        int methodAccess, String method, String descriptor, String signature, String[] thrown) {
      members.put(method + descriptor, methodAccess);
      addType(Type.getType(descriptor));
      return new Code();
    }
  }

  private final class Code extends MethodVisitor {
    Code() {
      super(Opcodes.ASM9);
    }

    @Override
    public void visitTypeInsn(int opcode, String type) {
      addType(Type.getObjectType(type));
    }

    @Override
    public void visitFieldInsn(int opcode, String owner, String field, String descriptor) {
      use(owner, field, descriptor);
    }

    @Override
    public void visitMethodInsn(
        int opcode, String owner, String method, String descriptor, boolean isInterface) {
      use(owner, method, descriptor);
    }

    @Override
    public void visitInvokeDynamicInsn(
        String method, String descriptor, Handle bootstrap, Object... arguments) {
      addType(Type.getType(descriptor));
      for (Object argument : arguments) {
        visitLdcInsn(argument);
      }
    }

    @Override
    public void visitLdcInsn(Object value) {
      if (value instanceof Handle handle) {
        use(handle);
      } else if (value instanceof Type type) {
        addType(type);
      }
    }

    @Override
    public void visitTryCatchBlock(Label start, Label end, Label handler, String type) {
      if (type != null) {
        addType(Type.getObjectType(type));
      }
    }
  }
}
