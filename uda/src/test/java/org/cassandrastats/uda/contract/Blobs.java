/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.uda.contract;

import java.nio.ByteBuffer;
import java.util.HexFormat;
import org.cassandrastats.udf.state.Buffers;
import org.cassandrastats.udf.state.Checksum;

/** The shapes in which a state can reach a function. */
public final class Blobs {
  private Blobs() {}

  public static ByteBuffer none() {
    return ByteBuffer.allocate(0);
  }

  /** What an aggregate that merges starts from. */
  public static ByteBuffer startOfMerge() {
    return ByteBuffer.wrap(new byte[] {Buffers.MERGE});
  }

  public static byte[] bytes(ByteBuffer state) {
    byte[] bytes = new byte[state.remaining()];
    state.duplicate().get(bytes);
    return bytes;
  }

  /** A copy that no state function takes for its own. */
  public static ByteBuffer stored(ByteBuffer state) {
    return ByteBuffer.wrap(bytes(state));
  }

  /** The state, changed, with the checksum of its bytes. */
  public static byte[] sealed(byte[] state) {
    if (state.length >= 16 && state.length % 8 == 0) {
      Checksum.seal(ByteBuffer.wrap(state), state.length - Checksum.SIZE);
    }
    return state;
  }

  /** A view into the middle of other bytes, as of a row in a network frame. */
  public static ByteBuffer framed(byte[] state, int before, int after) {
    ByteBuffer frame = ByteBuffer.allocate(before + state.length + after);
    for (int i = 0; i < frame.capacity(); i++) {
      frame.put(i, (byte) 0x5a);
    }
    frame.position(before);
    frame.put(state);
    frame.flip();
    frame.position(before);
    return frame;
  }

  public static String hex(ByteBuffer state) {
    return HexFormat.of().formatHex(bytes(state));
  }

  /**
   * A blob from hexadecimal digits; white space and comments from # to the end of a line are not
   * read.
   */
  public static ByteBuffer fromHex(String text) {
    return ByteBuffer.wrap(
        HexFormat.of().parseHex(text.replaceAll("#[^\n]*", "").replaceAll("\\s", "")));
  }
}
