/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.localcluster.container;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.exception.DockerException;
import com.github.dockerjava.api.model.Network.Ipam;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import org.cassandrastats.localcluster.node.LocalNodeException;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.containers.Network;

/**
 * A network of the engine whose containers have fixed addresses: a node that is started again has
 * to be found where it was.
 *
 * @param network with the subnet
 * @param subnet such as 172.18.0.0/16
 */
record ContainerNetwork(Network network, String subnet) implements AutoCloseable {
  /** The engine gives the first addresses to itself. */
  private static final int FIRST = 16;

  private static final int ATTEMPTS = 5;

  /**
   * Makes a network. Docker takes fixed addresses only in a subnet that was asked for, so it is
   * asked for the one that it has just found free.
   */
  static ContainerNetwork create() {
    DockerException last = null;
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      String subnet = freeSubnet();
      Network network =
          Network.builder()
              .createNetworkCmdModifier(
                  command ->
                      command.withIpam(new Ipam().withConfig(new Ipam.Config().withSubnet(subnet))))
              .build();
      try {
        if (network.getId() != null) {
          return new ContainerNetwork(network, subnet);
        }
      } catch (DockerException takenMeanwhile) {
        last = takenMeanwhile;
      }
    }
    throw new LocalNodeException("The Docker engine makes no network: " + last, last);
  }

  /**
   * The address of a node.
   *
   * @param node from 1
   */
  String address(int node) {
    return address(subnet, node);
  }

  static String address(String subnet, int node) {
    try {
      InetAddress first = InetAddress.getByName(subnet.substring(0, subnet.indexOf('/')));
      int number = ByteBuffer.wrap(first.getAddress()).getInt() + FIRST + node;
      return InetAddress.getByAddress(ByteBuffer.allocate(Integer.BYTES).putInt(number).array())
          .getHostAddress();
    } catch (UnknownHostException malformed) {
      throw new IllegalStateException(subnet, malformed);
    }
  }

  private static String freeSubnet() {
    DockerClient client = DockerClientFactory.instance().client();
    try (Network probe = Network.newNetwork()) {
      return client
          .inspectNetworkCmd()
          .withNetworkId(probe.getId())
          .exec()
          .getIpam()
          .getConfig()
          .get(0)
          .getSubnet();
    }
  }

  @Override
  public void close() {
    network.close();
  }
}
