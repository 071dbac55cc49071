/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.typed;

import java.util.Locale;
import org.cassandrastats.live.Lane;
import org.cassandrastats.live.LiveNode;
import org.cassandrastats.live.Scratch;
import org.cassandrastats.localcluster.node.NodeSettings;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Hands the tests of this package a node that they share, with the server jar, user-defined
 * functions and masks ({@link LiveNode}), or a keyspace of it for their class ({@link Scratch}).
 */
final class TypedNodeExtension implements ParameterResolver {
  private static final Namespace NAMESPACE = Namespace.create(TypedNodeExtension.class);

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    Class<?> type = parameter.getParameter().getType();
    return type == LiveNode.class || type == Scratch.class;
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    LiveNode node =
        context
            .getRoot()
            .getStore(NAMESPACE)
            .computeIfAbsent("node", key -> LiveNode.start(shared()), LiveNode.class);
    if (parameter.getParameter().getType() == LiveNode.class) {
      return node;
    }
    String name = "it_" + context.getRequiredTestClass().getSimpleName().toLowerCase(Locale.ROOT);
    return context
        .getStore(NAMESPACE)
        .computeIfAbsent("scratch", key -> node.scratch(name), Scratch.class);
  }

  private static NodeSettings shared() {
    return settings()
        .udfsEnabled(true)
        .udfThreads(false)
        .yaml("dynamic_data_masking_enabled", true)
        .build();
  }

  /** A node with the server jar alone. */
  static NodeSettings.Builder settings() {
    return NodeSettings.builder().version(Lane.cassandra()).serverJar(true).udfsEnabled(false);
  }
}
