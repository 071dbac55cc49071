/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.types;

import org.cassandrastats.udf.heartbeat.Heartbeat;
import org.cassandrastats.udf.heartbeat.HeartbeatCheck;

/** A column of heartbeat states, in CQL {@code 'org.cassandrastats.types.HeartbeatType'}. */
public abstract class HeartbeatType extends TypeName {
  /** The one instance; Cassandra finds it by this name. */
  public static final StateType instance =
      StateTypes.of(HeartbeatType.class, "heartbeat", HeartbeatCheck::checked, Heartbeat::text);

  private HeartbeatType() {}
}
