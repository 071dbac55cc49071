/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.container;

import java.time.Duration;
import org.testcontainers.containers.wait.strategy.AbstractWaitStrategy;

/**
 * Waits with the driver, from here. Testcontainers' own strategy runs a cqlsh inside the container
 * each second, which takes half of the processor time of a small machine.
 */
final class CqlWaitStrategy extends AbstractWaitStrategy {
  private final Runnable wait;

  CqlWaitStrategy(Duration timeout, Runnable wait) {
    this.wait = wait;
    withStartupTimeout(timeout);
  }

  @Override
  protected void waitUntilReady() {
    wait.run();
  }
}
