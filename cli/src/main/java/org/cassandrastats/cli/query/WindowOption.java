/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.query;

import org.cassandrastats.client.api.Window;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * One option {@code --window}.
 *
 * @param column of the result
 */
record WindowOption(String column, Window window) {
  static final class Converter implements ITypeConverter<WindowOption> {
    private static final String LAG = "lag:";

    @Override
    public WindowOption convert(String text) {
      // Names of columns may have this sign, windows have none.
      int end = text.lastIndexOf('=');
      if (end < 1) {
        throw refused(text);
      }
      return new WindowOption(text.substring(0, end), window(text.substring(end + 1)));
    }

    private static Window window(String name) {
      return switch (name) {
        case "running" -> Window.RUNNING;
        case "share" -> Window.SHARE;
        default -> lag(name);
      };
    }

    private static Window lag(String name) {
      if (!name.startsWith(LAG)) {
        throw refused(name);
      }
      try {
        return Window.lag(Integer.parseInt(name.substring(LAG.length())));
      } catch (NumberFormatException unreadable) {
        throw refused(name);
      } catch (IllegalArgumentException outside) {
        throw new TypeConversionException("%s: %s".formatted(name, outside.getMessage()));
      }
    }

    private static TypeConversionException refused(String text) {
      return new TypeConversionException(
          "expected COLUMN=running, COLUMN=share or COLUMN=lag:7, found " + text);
    }
  }
}
