/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.live;

import java.util.Locale;
import org.cassandrastats.tools.node.NodeSettings;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Hands tests the node that they all share ({@link LiveNode}), or a keyspace of it for their class
 * ({@link Scratch}), with the pack installed on demand ({@link InstalledPack}). The system property
 * {@code udf.threads} (on, off; on unless set) says how the node runs functions; the build runs all
 * tests in both modes.
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
    if (parameter.getParameter().getType() == Scratch.class) {
      return scratch;
    }
    context
        .getRoot()
        .getStore(NAMESPACE)
        .computeIfAbsent("pack", key -> install(node), Boolean.class);
    return new InstalledPack(scratch);
  }

  private static boolean install(LiveNode node) {
    InstalledPack.install(node);
    return true;
  }

  private static Scratch scratch(LiveNode node, ExtensionContext context) {
    String name = "it_" + context.getRequiredTestClass().getSimpleName().toLowerCase(Locale.ROOT);
    return classStore(context).computeIfAbsent("scratch", key -> node.scratch(name), Scratch.class);
  }

  private static LiveNode node(ExtensionContext context) {
    return context
        .getRoot()
        .getStore(NAMESPACE)
        .computeIfAbsent("node", key -> LiveNode.start(settings()), LiveNode.class);
  }

  /** A store that ends with the test class, also where a test method asks. */
  private static ExtensionContext.Store classStore(ExtensionContext context) {
    ExtensionContext classContext = context;
    while (classContext.getTestMethod().isPresent()) {
      classContext = classContext.getParent().orElseThrow();
    }
    return classContext.getStore(NAMESPACE);
  }

  private static NodeSettings settings() {
    String mode = System.getProperty("udf.threads", "on");
    if (!mode.equals("on") && !mode.equals("off")) {
      throw new IllegalArgumentException("udf.threads: expected on or off: " + mode);
    }
    return NodeSettings.builder()
        .udfThreads(mode.equals("on"))
        .jvmArgument(RecordedBodies.agentArgument())
        .build();
  }
}
