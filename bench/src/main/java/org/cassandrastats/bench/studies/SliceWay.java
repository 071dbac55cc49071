/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies;

/** In which order slices are asked for. */
enum SliceWay {
  SEQUENCE("in sequence"),
  PARALLEL("in parallel");

  private final String label;

  SliceWay(String label) {
    this.label = label;
  }

  @Override
  public String toString() {
    return label;
  }
}
