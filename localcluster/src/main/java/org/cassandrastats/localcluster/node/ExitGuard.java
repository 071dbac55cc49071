/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.localcluster.node;

/** Runs a clean-up if the JVM ends (also by SIGINT or SIGTERM) before it was released. */
public final class ExitGuard {
  private final Thread hook;

  private ExitGuard(Thread hook) {
    this.hook = hook;
  }

  /**
   * Guards something until it is released.
   *
   * @param name of the thread that runs the clean-up
   * @param cleanUp tolerates that what it cleans up is gone already
   */
  public static ExitGuard register(String name, Runnable cleanUp) {
    Thread hook = new Thread(cleanUp, name);
    Runtime.getRuntime().addShutdownHook(hook);
    return new ExitGuard(hook);
  }

  /** Whether the JVM is ending already. */
  public static boolean isEnding() {
    try {
      register("is it ending?", () -> {}).release();
      return false;
    } catch (IllegalStateException ending) {
      return true;
    }
  }

  /** The clean-up has been done, or is not needed any more. */
  public void release() {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException alreadyEnding) {
      // Then the clean-up runs, or has run: it tolerates that.
      return;
    }
  }
}
