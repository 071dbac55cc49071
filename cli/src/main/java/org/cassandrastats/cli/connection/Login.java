/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.connection;

/** Role and password; the password stays out of messages. */
public record Login(String role, String password) {
  @Override
  public String toString() {
    return role;
  }
}
