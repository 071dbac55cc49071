/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.internal.request;

/** What to do about a request that has failed. */
public enum Remedy {
  /** Less may succeed. */
  ASK_FOR_LESS,
  /** The same may succeed on another node, or later. */
  ASK_AGAIN,
  /** Nothing helps. */
  STOP
}
