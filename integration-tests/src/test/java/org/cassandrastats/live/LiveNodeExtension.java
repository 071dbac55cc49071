/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.live;

import java.util.Locale;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Hands tests the node that they all share ({@link LiveNode}), or a keyspace of it for their class
 * ({@link Scratch}), with the pack at hand ({@link InstalledPack}). Which {@link Lane} the node is
 * of is the build's choice: it runs the tests in each.
 */
public final class LiveNodeExtension implements ParameterResolver {
  private static final Namespace NAMESPACE = Namespace.create(LiveNodeExtension.class);

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    Class<?> type = parameter.getParameter().getType();
    return type == LiveNode.class || type == Scratch.class || type == InstalledPack.class;
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    LiveNode node = node(context);
    if (parameter.getParameter().getType() == LiveNode.class) {
      return node;
    }
    Scratch scratch = scratch(node, context);
    return parameter.getParameter().getType() == Scratch.class
        ? scratch
        : new InstalledPack(scratch);
  }

  private static Scratch scratch(LiveNode node, ExtensionContext context) {
    String name = "it_" + context.getRequiredTestClass().getSimpleName().toLowerCase(Locale.ROOT);
    return classStore(context).computeIfAbsent("scratch", key -> node.scratch(name), Scratch.class);
  }

  private static LiveNode node(ExtensionContext context) {
    return context
        .getRoot()
        .getStore(NAMESPACE)
        .computeIfAbsent("node", key -> LiveNode.start(Lane.current()), LiveNode.class);
  }

  /** A store that ends with the test class, also where a test method asks. */
  private static ExtensionContext.Store classStore(ExtensionContext context) {
    ExtensionContext classContext = context;
    while (classContext.getTestMethod().isPresent()) {
      classContext = classContext.getParent().orElseThrow();
    }
    return classContext.getStore(NAMESPACE);
  }
}
