/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.localcluster.container;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import org.cassandrastats.localcluster.node.LocalNodeException;

/** What the nodes of a local cluster are to run in. */
public enum NodeKind {
  /** Containers where they can be had, else JVMs of their own. */
  AUTO,
  /** Containers; an error where they cannot be had. */
  CONTAINERS,
  /** JVMs of their own. */
  FORKED;

  /** The system property that names a kind, in lower case; {@link #AUTO} unless it is set. */
  public static final String PROPERTY = "cassandra.nodes";

  /**
   * The kind that the system property names.
   *
   * @throws LocalNodeException if it names none
   */
  public static NodeKind configured() {
    return named(System.getProperty(PROPERTY, AUTO.toString()));
  }

  /**
   * The kind of a name, such as {@code containers}.
   *
   * @throws LocalNodeException if there is none
   */
  public static NodeKind named(String name) {
    return Arrays.stream(values())
        .filter(kind -> kind.toString().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new LocalNodeException(
                    "\"%s\" is nothing that nodes run in: expected %s"
                        .formatted(
                            name,
                            Arrays.stream(values())
                                .map(NodeKind::toString)
                                .collect(Collectors.joining(", ")))));
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
