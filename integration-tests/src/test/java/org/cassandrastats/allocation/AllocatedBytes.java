/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.allocation;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/** How many bytes of heap a piece of work takes on this thread once its classes are loaded. */
final class AllocatedBytes {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private AllocatedBytes() {}

  static long of(Runnable work) {
    work.run();
    long thread = Thread.currentThread().getId();
    long before = THREADS.getThreadAllocatedBytes(thread);
    work.run();
    return THREADS.getThreadAllocatedBytes(thread) - before;
  }
}
