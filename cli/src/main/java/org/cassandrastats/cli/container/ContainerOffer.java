/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.container;

/** Whether nodes can run in containers here. */
sealed interface ContainerOffer {

  /**
   * They can.
   *
   * @param engine name and version of the Docker engine
   * @param image that the containers are made of; the engine has it
   */
  record Usable(String engine, String image) implements ContainerOffer {}

  /**
   * They cannot.
   *
   * @param reason a clause that tells why, and what to do
   */
  record Unusable(String reason) implements ContainerOffer {}
}
