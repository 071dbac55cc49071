/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.localcluster;

/** A node that runs slower than others, until this is closed. */
public interface Slowdown extends AutoCloseable {
  @Override
  void close();
}
