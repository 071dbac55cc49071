/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.query;

import java.math.BigDecimal;
import java.util.List;
import org.cassandrastats.client.api.StatsQuery.Fill;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * One option {@code --fill}.
 *
 * @param column of the result; null for all that have no option of their own
 */
record FillOption(String column, Fill fill) {
  /** What all of them say, the later one where two are about the same. */
  static Fill together(List<FillOption> options) {
    Fill fill = Fill.NONE;
    for (FillOption option : options) {
      fill = option.column == null ? option.fill : fill;
    }
    for (FillOption option : options) {
      fill = option.column == null ? fill : fill.with(option.column, option.fill);
    }
    return fill;
  }

  static final class Converter implements ITypeConverter<FillOption> {
    @Override
    public FillOption convert(String text) {
      // Names of columns may have this sign, what fills them has none.
      int end = text.lastIndexOf('=');
      String column = end < 0 ? null : text.substring(0, end);
      return new FillOption(column, fill(text.substring(end + 1)));
    }

    private static Fill fill(String name) {
      return switch (name) {
        case "none" -> Fill.NONE;
        case "null" -> Fill.NULL;
        case "previous" -> Fill.PREVIOUS;
        case "linear" -> Fill.LINEAR;
        default -> constant(name);
      };
    }

    private static boolean isLong(BigDecimal number) {
      return number.scale() == 0 && number.unscaledValue().bitLength() < Long.SIZE;
    }

    private static Fill constant(String number) {
      try {
        BigDecimal exact = new BigDecimal(number);
        return Fill.constant(isLong(exact) ? exact.longValue() : exact);
      } catch (NumberFormatException none) {
        throw new TypeConversionException(
            "\"%s\" fills nothing: expected null, previous, linear or a number".formatted(number));
      }
    }
  }
}
