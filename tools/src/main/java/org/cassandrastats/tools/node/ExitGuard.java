/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.tools.node;

/** Runs a clean-up if the JVM ends (also by SIGINT or SIGTERM) before it was released. */
final class ExitGuard {
  private final Thread hook;

  private ExitGuard(Thread hook) {
    this.hook = hook;
  }

  static ExitGuard register(String name, Runnable cleanUp) {
    Thread hook = new Thread(cleanUp, name);
    Runtime.getRuntime().addShutdownHook(hook);
    return new ExitGuard(hook);
  }

  void release() {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException alreadyEnding) {
      // Then the clean-up runs, or has run: it must bear that.
      return;
    }
  }
}
