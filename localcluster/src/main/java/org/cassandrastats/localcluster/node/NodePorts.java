/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.localcluster.node;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.UnknownHostException;
import java.util.Random;

/**
 * The ports of a node.
 *
 * @param nativePort for CQL clients
 * @param storagePort for other nodes
 */
record NodePorts(int nativePort, int storagePort) {
  // Below the ports that operating systems hand out to outgoing connections (32768 on Linux, 49152
  // elsewhere), so that a port found free stays free until the node has bound it.
  private static final int FIRST = 11_000;
  private static final int COUNT = 20_000;

  /**
   * The ports of the settings, or free ones.
   *
   * @param earlierStoragePort that of the node whose data are there, which Cassandra 6.0 looks for
   *     itself at; 0 without
   */
  static NodePorts choose(NodeSettings settings, int earlierStoragePort) {
    InetAddress address = loopback(settings.listenAddress());
    int nativePort = settings.nativePort();
    if (nativePort == 0) {
      nativePort = anyFree(address);
    } else if (!isFree(address, nativePort)) {
      throw new LocalNodeException(
          ("Port %d of %s is in use, so no node can listen there. Choose another port, or stop what"
                  + " uses it.")
              .formatted(nativePort, settings.listenAddress()));
    }
    int storagePort = settings.storagePort() == 0 ? earlierStoragePort : settings.storagePort();
    if (settings.storagePort() == 0 && storagePort != 0 && !isFree(address, storagePort)) {
      throw new LocalNodeException(
          ("Port %d of %s is in use; the node whose data are in %s is known to itself and others by"
                  + " it. Stop what uses it: it may be this very node.")
              .formatted(storagePort, settings.listenAddress(), settings.directory()));
    }
    while (storagePort == 0 || storagePort == nativePort) {
      storagePort = anyFree(address);
    }
    return new NodePorts(nativePort, storagePort);
  }

  static boolean isFree(InetAddress address, int port) {
    try (ServerSocket socket = new ServerSocket()) {
      socket.bind(new InetSocketAddress(address, port));
      return true;
    } catch (IOException inUse) {
      return false;
    }
  }

  private static int anyFree(InetAddress address) {
    Random random = new Random();
    for (int attempt = 0; attempt < 1000; attempt++) {
      int port = FIRST + random.nextInt(COUNT);
      if (isFree(address, port)) {
        return port;
      }
    }
    throw new LocalNodeException(
        "No free port found on %s between %d and %d; is it an address of this machine?"
            .formatted(address.getHostAddress(), FIRST, FIRST + COUNT));
  }

  private static InetAddress loopback(String text) {
    try {
      InetAddress address = InetAddress.getByName(text);
      if (address.isLoopbackAddress()) {
        return address;
      }
    } catch (UnknownHostException unknown) {
      throw new LocalNodeException(
          "\"" + text + "\" is not an address: expected one such as 127.0.0.1");
    }
    throw new LocalNodeException(
        text + " is not a loopback address: local nodes listen on 127.0.0.1 or the like only");
  }
}
