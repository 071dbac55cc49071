/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.connection;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;

/** Finds out what a port speaks, after the driver has failed there; sends nothing secret. */
public final class PortProbe {
  private static final int TIMEOUT_MILLIS = 3000;

  /** CQL protocol version 4, OPTIONS, no body: answered before any login. */
  private static final byte[] CQL_OPTIONS = {4, 0, 0, 0, 5, 0, 0, 0, 0};

  /** A TLS 1.2 record of a ClientHello that is too short: a TLS server answers with an alert. */
  private static final byte[] TLS_HELLO = {22, 3, 3, 0, 6, 1, 0, 0, 2, 3, 3};

  private static final int CQL_RESPONSE = 0x84;
  private static final int TLS_ALERT = 21;
  private static final int TLS_HANDSHAKE = 22;

  /** What was found. */
  public enum Answer {
    CQL,
    TLS,
    OTHER,
    SILENT,
    UNREACHABLE
  }

  private PortProbe() {}

  public static Answer of(InetSocketAddress address) {
    int answer = firstByte(address, CQL_OPTIONS);
    if (answer == CQL_RESPONSE) {
      return Answer.CQL;
    }
    int toTls = firstByte(address, TLS_HELLO);
    if (toTls == TLS_ALERT || toTls == TLS_HANDSHAKE) {
      return Answer.TLS;
    }
    if (answer == UNREACHABLE) {
      return Answer.UNREACHABLE;
    }
    return answer == NOTHING && toTls == NOTHING ? Answer.SILENT : Answer.OTHER;
  }

  private static final int NOTHING = -1;
  private static final int UNREACHABLE = -2;

  private static int firstByte(InetSocketAddress address, byte[] request) {
    try (Socket socket = new Socket()) {
      try {
        socket.connect(address, TIMEOUT_MILLIS);
      } catch (IOException refused) {
        return UNREACHABLE;
      }
      socket.setSoTimeout(TIMEOUT_MILLIS);
      socket.getOutputStream().write(request);
      socket.getOutputStream().flush();
      InputStream in = socket.getInputStream();
      return in.read();
    } catch (SocketTimeoutException silent) {
      return NOTHING;
    } catch (IOException closed) {
      return NOTHING;
    }
  }
}
