/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.function;

import java.util.ArrayList;
import java.util.List;
import org.apache.cassandra.cql3.AssignmentTestable;
import org.apache.cassandra.cql3.functions.FunctionFactory;
import org.apache.cassandra.cql3.functions.FunctionName;
import org.apache.cassandra.cql3.functions.FunctionResolver;
import org.apache.cassandra.cql3.functions.NativeFunction;
import org.apache.cassandra.db.marshal.AbstractType;
import org.cassandrastats.server.catalogue.TypedOverload;

/**
 * The overloads of a name that only a native function has, such as those for decimal. One is a
 * candidate only where the arguments have exactly its types and no overload of the CQL lane takes
 * them. If it always were, calls that are clear in the CQL lane would be ambiguous: varint, for
 * instance, takes whatever int does, and a literal of many digits is a decimal to Cassandra but
 * also a double.
 */
final class ExtensionFactory extends FunctionFactory {
  private final FunctionName qualifiedName;
  private final List<NativeFunction> named;
  private final List<Extension> extensions = new ArrayList<>();

  /**
   * No overloads yet.
   *
   * @param named the overloads that the CQL lane has too; may grow
   */
  ExtensionFactory(FunctionName qualifiedName, List<NativeFunction> named) {
    super(qualifiedName.name);
    this.qualifiedName = qualifiedName;
    this.named = named;
  }

  void add(NativeFunction function, TypedOverload overload, int first) {
    extensions.add(new Extension(function, overload, first));
  }

  @Override
  public FunctionName name() {
    return qualifiedName;
  }

  @Override
  public NativeFunction getOrCreateFunction(
      List<? extends AssignmentTestable> arguments,
      AbstractType<?> receiverType,
      String receiverKeyspace,
      String receiverTable) {
    for (NativeFunction function : named) {
      if (takes(function, arguments, receiverKeyspace, receiverTable)) {
        return null;
      }
    }
    List<AbstractType<?>> types = new ArrayList<>();
    for (AssignmentTestable argument : arguments) {
      // A bind marker has no type yet.
      AbstractType<?> known =
          argument == null ? null : argument.getCompatibleTypeIfKnown(receiverKeyspace);
      types.add(known == null ? null : known.unwrap());
    }
    return doGetOrCreateFunction(types, receiverType);
  }

  private static boolean takes(
      NativeFunction function,
      List<? extends AssignmentTestable> arguments,
      String receiverKeyspace,
      String receiverTable) {
    if (function.argTypes().size() != arguments.size()) {
      return false;
    }
    for (int index = 0; index < arguments.size(); index++) {
      AssignmentTestable argument = arguments.get(index);
      // A bind marker fits everywhere.
      if (argument != null
          && !argument
              .testAssignment(
                  receiverKeyspace,
                  FunctionResolver.makeArgSpec(receiverKeyspace, receiverTable, function, index))
              .isAssignable()) {
        return false;
      }
    }
    return true;
  }

  @Override
  protected NativeFunction doGetOrCreateFunction(
      List<AbstractType<?>> types, AbstractType<?> receiverType) {
    for (Extension extension : extensions) {
      if (extension.accepts(types)) {
        return extension.function;
      }
    }
    return null;
  }

  private static final class Extension {
    private final NativeFunction function;
    private final TypedOverload overload;
    private final int first;

    Extension(NativeFunction function, TypedOverload overload, int first) {
      this.function = function;
      this.overload = overload;
      this.first = first;
    }

    /** Whether what is overloaded has exactly our types; Cassandra judges the rest. */
    boolean accepts(List<AbstractType<?>> types) {
      List<AbstractType<?>> wanted = function.argTypes();
      if (types.size() != wanted.size()) {
        return false;
      }
      for (int index = 0; index < types.size(); index++) {
        if (overload.isOverloaded(index + first) && !wanted.get(index).equals(types.get(index))) {
          return false;
        }
      }
      return true;
    }
  }
}
