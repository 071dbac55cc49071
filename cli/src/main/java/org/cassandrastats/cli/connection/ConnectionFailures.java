/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.connection;

import com.datastax.oss.driver.api.core.AllNodesFailedException;
import com.datastax.oss.driver.api.core.UnsupportedProtocolVersionException;
import com.datastax.oss.driver.api.core.auth.AuthenticationException;
import com.datastax.oss.driver.api.core.metadata.Node;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketTimeoutException;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.net.ssl.SSLException;
import org.cassandrastats.client.internal.request.Failures;

/** Why no node could be reached, in one line and with what to do about it. */
public final class ConnectionFailures {
  private ConnectionFailures() {}

  public static String explain(AllNodesFailedException failed, List<InetSocketAddress> addresses) {
    for (Map.Entry<Node, List<Throwable>> entry : failed.getAllErrors().entrySet()) {
      SocketAddress address = entry.getKey().getEndPoint().resolve();
      return explain(entry.getValue(), (InetSocketAddress) address);
    }
    return "Cannot connect to %s: %s".formatted(addresses, firstLine(innermost(failed)));
  }

  private static String explain(List<Throwable> errors, InetSocketAddress address) {
    List<Throwable> all = withCauses(errors);
    String where = address.getHostString() + ":" + address.getPort();
    for (Throwable error : all) {
      if (error instanceof AuthenticationException) {
        return authentication(error, where);
      }
      if (error instanceof UnsupportedProtocolVersionException) {
        return "%s speaks another version of the CQL protocol: expected Cassandra 4.1 or newer. (%s)"
            .formatted(where, error.getMessage());
      }
      if (error instanceof SSLException) {
        return tls(error, all, where, address);
      }
    }
    for (Throwable error : all) {
      if (error instanceof ConnectException && isRefused(error)) {
        return "Nothing listens at %s (connection refused). Check host and port (9042 unless native_transport_port says otherwise), and that the node is up with its native transport on."
            .formatted(where);
      }
      if (error instanceof ConnectException || error instanceof java.net.SocketException) {
        return "%s cannot be reached: %s. Check the host, the network and the firewall."
            .formatted(where, firstLine(error));
      }
    }
    return switch (probe(address)) {
      case TLS ->
          "%s wants TLS, and the driver was not set up for it. Turn it on in the --driver-config file (advanced.ssl-engine-factory)."
              .formatted(where);
      case OTHER ->
          "%s answers, but not in CQL's protocol: it is another service's port. Expected the native_transport_port, 9042 by default."
              .formatted(where);
      case SILENT ->
          "%s accepts connections and then says nothing that CQL's protocol would: it is another service's port (7000 and 7199 are Cassandra's own), or the node hangs. Expected the native_transport_port, 9042 by default."
              .formatted(where);
      case CQL, UNREACHABLE ->
          "Cannot connect to %s: %s".formatted(where, firstLine(innermost(errors.get(0))));
    };
  }

  private static String authentication(Throwable error, String where) {
    return String.valueOf(error.getMessage()).contains("no authenticator configured")
        ? "%s wants a login. Give --username and --password, or set advanced.auth-provider in the --driver-config file."
            .formatted(where)
        : "%s refused the login: %s. Check role and password, and that the role may log in."
            .formatted(where, firstLine(error));
  }

  private static String tls(
      Throwable error, List<Throwable> all, String where, InetSocketAddress address) {
    boolean certificate = all.stream().anyMatch(GeneralSecurityException.class::isInstance);
    return !certificate && probe(address) == Answer.CQL
        ? "%s does not use TLS, and the driver was set up for it. Remove advanced.ssl-engine-factory from the --driver-config file, or connect to the TLS port."
            .formatted(where)
        : "The TLS handshake with %s failed: %s. Check truststore, keystore and host name in the --driver-config file (advanced.ssl-engine-factory)."
            .formatted(where, firstLine(error));
  }

  private static boolean isRefused(Throwable error) {
    return String.valueOf(error.getMessage()).contains("refused");
  }

  private static List<Throwable> withCauses(List<Throwable> errors) {
    Set<Throwable> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    List<Throwable> all = new ArrayList<>();
    List<Throwable> pending = new ArrayList<>(errors);
    while (!pending.isEmpty()) {
      Throwable next = pending.remove(0);
      if (seen.add(next)) {
        all.add(next);
        if (next.getCause() != null) {
          pending.add(next.getCause());
        }
        Collections.addAll(pending, next.getSuppressed());
      }
    }
    return all;
  }

  /** The last cause of an error. */
  public static Throwable innermost(Throwable error) {
    Throwable last = error;
    while (last.getCause() != null) {
      last = last.getCause();
    }
    return last;
  }

  /** The first line of an error's message, or its kind if it has none. */
  public static String firstLine(Throwable error) {
    String message = error.getMessage();
    return message == null || message.isBlank()
        ? error.getClass().getSimpleName()
        : Failures.withoutInternals(message.lines().findFirst().orElseThrow());
  }

  private static final int TIMEOUT_MILLIS = 3000;

  /** CQL protocol version 4, OPTIONS, no body: answered before any login. */
  private static final byte[] CQL_OPTIONS = {4, 0, 0, 0, 5, 0, 0, 0, 0};

  /** A TLS 1.2 record of a ClientHello that is too short: a TLS server answers with an alert. */
  private static final byte[] TLS_HELLO = {22, 3, 3, 0, 6, 1, 0, 0, 2, 3, 3};

  private static final int CQL_RESPONSE = 0x84;
  private static final int TLS_ALERT = 21;
  private static final int TLS_HANDSHAKE = 22;

  /** What was found. */
  enum Answer {
    CQL,
    TLS,
    OTHER,
    SILENT,
    UNREACHABLE
  }

  static Answer probe(InetSocketAddress address) {
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
