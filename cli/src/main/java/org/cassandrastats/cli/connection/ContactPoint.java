/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.connection;

import java.net.InetSocketAddress;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.cassandrastats.cli.console.UserError;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Where a node answers CQL, as the user wrote it. */
public record ContactPoint(String host, int port) {
  private static final int STANDARD_PORT = 9042;
  private static final Pattern FORM =
      Pattern.compile("(?:\\[([^]]+)]|([^:\\[\\]]+))(?::(\\d{1,5}))?");

  /** Reads {@code host}, {@code host:port}, {@code [v6]} or {@code [v6]:port}. */
  public static ContactPoint parse(String text) {
    Matcher matcher = FORM.matcher(text.strip());
    int port = STANDARD_PORT;
    if (matcher.matches() && matcher.group(3) != null) {
      port = Integer.parseInt(matcher.group(3));
    }
    if (!matcher.matches() || port < 1 || port > 65535) {
      throw new TypeConversionException(
          "\"%s\" is not a contact point: expected HOST or HOST:PORT, such as 10.0.0.1:9042 or [::1]:9042"
              .formatted(text));
    }
    return new ContactPoint(matcher.group(1) != null ? matcher.group(1) : matcher.group(2), port);
  }

  /** Reads the option. */
  public static final class Converter implements ITypeConverter<ContactPoint> {
    @Override
    public ContactPoint convert(String text) {
      return parse(text);
    }
  }

  /** The address, looked up now. */
  public InetSocketAddress address() {
    InetSocketAddress address = new InetSocketAddress(host, port);
    if (address.isUnresolved()) {
      throw new UserError(
          "The host \"%s\" is not known: no address was found for it. Check its spelling, or give its IP address."
              .formatted(host));
    }
    return address;
  }

  @Override
  public String toString() {
    return (host.indexOf(':') >= 0 ? "[" + host + "]" : host) + ":" + port;
  }
}
