/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.tools.install;

/** Role and password; the password stays out of messages. */
record Login(String role, String password) {
  @Override
  public String toString() {
    return role;
  }
}
