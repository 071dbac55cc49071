/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.command;

/** A switch that is named either way. */
enum OnOff {
  ON,
  OFF;

  boolean isOn() {
    return this == ON;
  }

  @Override
  public String toString() {
    return this == ON ? "on" : "off";
  }
}
