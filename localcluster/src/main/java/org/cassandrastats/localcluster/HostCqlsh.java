/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.localcluster;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import org.cassandrastats.localcluster.node.LocalNodeException;

/** A cqlsh of this machine, for nodes that bring none. */
@FunctionalInterface
public interface HostCqlsh {
  /**
   * Runs the statements of a file on a node.
   *
   * @param requestTimeout how long cqlsh waits for an answer; whole seconds
   */
  LocalCluster.ScriptOutput run(InetSocketAddress node, Path script, Duration requestTimeout);

  /** The one that {@code $CQLSH} names, or the one on the PATH. */
  static HostCqlsh installed() {
    String named = System.getenv("CQLSH");
    return of(named == null || named.isEmpty() ? "cqlsh" : named);
  }

  private static HostCqlsh of(String executable) {
    return (node, script, requestTimeout) -> {
      try {
        Process process =
            new ProcessBuilder(
                    executable,
                    "--no-color",
                    "--request-timeout=" + requestTimeout.toSeconds(),
                    "--connect-timeout=30",
                    "-f",
                    script.toString(),
                    node.getHostString(),
                    Integer.toString(node.getPort()))
                .start();
        // Few lines of errors: a pipe holds them until the output has been read.
        String output = new String(process.getInputStream().readAllBytes(), UTF_8);
        String errors = new String(process.getErrorStream().readAllBytes(), UTF_8);
        return new LocalCluster.ScriptOutput(process.waitFor(), output, errors);
      } catch (IOException missing) {
        throw new LocalNodeException(
            "There is no cqlsh: set $CQLSH to one (%s)".formatted(missing.getMessage()), missing);
      } catch (InterruptedException interrupted) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException("interrupted while cqlsh was running", interrupted);
      }
    };
  }
}
