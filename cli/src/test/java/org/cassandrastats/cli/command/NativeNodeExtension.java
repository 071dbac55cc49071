/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.command;

import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ExtensionContext.StoreScope;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Hands test classes the {@link NativeNode} of this JVM. The classes of a JVM come one after the
 * other, and each finds the node as if it were new: a start takes longer than most of them.
 * Failsafe executes them one by one where it has several JVMs, but in one session.
 */
public final class NativeNodeExtension implements ParameterResolver {
  private static final Namespace NAMESPACE = Namespace.create(NativeNodeExtension.class);

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == NativeNode.class;
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    NativeNode node =
        context
            .getStore(StoreScope.LAUNCHER_SESSION, NAMESPACE)
            .computeIfAbsent(NativeNode.class, key -> new NativeNode(), NativeNode.class);
    node.clear();
    return node;
  }
}
