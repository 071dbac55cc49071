/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.udf.state;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/** States that were once written, in hexadecimal with comments. They are never changed. */
public final class Fixtures {
  private Fixtures() {}

  public static ByteBuffer read(String name) {
    try (InputStream file = Fixtures.class.getResourceAsStream("/states/" + name + ".hex")) {
      String text = new String(file.readAllBytes(), StandardCharsets.US_ASCII);
      return ByteBuffer.wrap(
          HexFormat.of().parseHex(text.replaceAll("#[^\n]*", "").replaceAll("\\s", "")));
    } catch (IOException e) {
      throw new AssertionError(name, e);
    }
  }
}
