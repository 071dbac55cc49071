/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.internal.cql;

import com.datastax.oss.driver.api.core.type.DataType;
import com.datastax.oss.protocol.internal.ProtocolConstants;
import java.math.BigInteger;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.Period;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.cassandrastats.client.api.StatsException;

/**
 * Values of a column of the partition key at equal distances, such as {@code
 * day=2026-01-01..2026-03-31}.
 *
 * @param text as it was given
 * @param column as the schema has it
 * @param numbers the values where they are numbers
 * @param dates the values where they are dates
 */
public record PartitionValues(
    String text, String column, List<Long> numbers, List<LocalDate> dates) {
  /** The largest number of partitions of a query. */
  public static final int MOST = 1_000_000;

  private static final Pattern FORM =
      Pattern.compile(
          "\\s*(\"(?:[^\"]|\"\")+\"|[^=\"]+?)\\s*=\\s*([^/]+?)\\s*\\.\\.\\s*([^/]+?)\\s*(?:/\\s*(\\S+)\\s*)?");
  private static final Pattern NAME = Pattern.compile("[a-zA-Z][a-zA-Z0-9_]*");
  private static final Pattern WIDTH = Pattern.compile("([0-9]{1,8})(d|w|mo|y)");

  /** Copies the lists. */
  public PartitionValues {
    numbers = List.copyOf(numbers);
    dates = List.copyOf(dates);
  }

  /**
   * Reads a range.
   *
   * @throws StatsException if it is not as {@link org.cassandrastats.client.api.StatsQuery} says
   */
  static PartitionValues parse(String text) {
    Matcher form = FORM.matcher(text);
    if (!form.matches()) {
      throw refused(text, "expected COLUMN=FROM..TO or COLUMN=FROM..TO/STEP");
    }
    String name = form.group(1);
    boolean quoted = name.length() > 2 && name.startsWith("\"") && name.endsWith("\"");
    if (!quoted && !NAME.matcher(name).matches()) {
      throw refused(text, "expected a column before =, found " + name);
    }
    String column =
        quoted
            ? name.substring(1, name.length() - 1).replace("\"\"", "\"")
            : name.toLowerCase(Locale.ROOT);
    String from = form.group(2);
    String to = form.group(3);
    String step = form.group(4);
    if (from.matches("-?[0-9]+")) {
      return new PartitionValues(text, column, numbers(text, from, to, step), List.of());
    }
    return new PartitionValues(text, column, List.of(), dates(text, from, to, step));
  }

  private static List<Long> numbers(String text, String from, String to, String step) {
    BigInteger first = number(text, from);
    BigInteger last = number(text, to);
    BigInteger width = step == null ? BigInteger.ONE : number(text, step);
    requireForward(text, first.compareTo(last) <= 0, from, to);
    if (width.signum() <= 0) {
      throw refused(text, "expected a step above 0, found " + step);
    }
    requireFew(text, last.subtract(first).divide(width).compareTo(BigInteger.valueOf(MOST)) < 0);
    List<Long> values = new ArrayList<>();
    for (BigInteger value = first; value.compareTo(last) <= 0; value = value.add(width)) {
      values.add(value.longValueExact());
    }
    return values;
  }

  private static BigInteger number(String text, String number) {
    try {
      BigInteger value = new BigInteger(number);
      value.longValueExact();
      return value;
    } catch (ArithmeticException | NumberFormatException unfit) {
      throw refused(text, "expected an integer, found " + number);
    }
  }

  private static List<LocalDate> dates(String text, String from, String to, String step) {
    LocalDate first = date(text, from);
    LocalDate last = date(text, to);
    requireForward(text, !first.isAfter(last), from, to);
    Period width = width(text, step == null ? "1d" : step);
    List<LocalDate> values = new ArrayList<>();
    try {
      // From the first one each time: a month after January 31 is no month after February 28.
      for (LocalDate value = first;
          !value.isAfter(last);
          value = first.plus(width.multipliedBy(values.size()))) {
        values.add(value);
        requireFew(text, values.size() <= MOST);
      }
    } catch (DateTimeException | ArithmeticException tooFar) {
      throw refused(text, "expected a shorter step, found " + step);
    }
    return values;
  }

  private static LocalDate date(String text, String date) {
    LocalDate parsed;
    try {
      parsed = LocalDate.parse(date);
    } catch (DateTimeException unfit) {
      throw refused(text, "expected an integer or a date such as 2026-01-31, found " + date);
    }
    if (parsed.toEpochDay() != (int) parsed.toEpochDay()) {
      throw refused(
          text,
          "expected a date from %s to %s, found %s"
              .formatted(
                  LocalDate.ofEpochDay(Integer.MIN_VALUE),
                  LocalDate.ofEpochDay(Integer.MAX_VALUE),
                  date));
    }
    return parsed;
  }

  private static Period width(String text, String step) {
    Matcher width = WIDTH.matcher(step);
    int number = width.matches() ? Integer.parseInt(width.group(1)) : 0;
    if (number == 0) {
      throw refused(text, "expected a step of days such as 1d, 1w, 1mo or 1y, found " + step);
    }
    return switch (width.group(2)) {
      case "d" -> Period.ofDays(number);
      case "w" -> Period.ofDays(Math.multiplyExact(7, number));
      case "mo" -> Period.ofMonths(number);
      default -> Period.ofYears(number);
    };
  }

  private static void requireForward(String text, boolean forward, String from, String to) {
    if (!forward) {
      throw refused(
          text, "expected a range that goes forwards, found %s after %s".formatted(from, to));
    }
  }

  private static void requireFew(String text, boolean few) {
    if (!few) {
      throw refused(text, "expected %,d partitions at most".formatted(MOST));
    }
  }

  private static StatsException refused(String text, String why) {
    return new StatsException("The partitions %s: %s.".formatted(text, why));
  }

  /** The times at which the partitions begin, in milliseconds; empty where they are numbers. */
  public List<Long> millis() {
    return dates.stream()
        .map(date -> date.atStartOfDay(ZoneOffset.UTC).toInstant().toEpochMilli())
        .toList();
  }

  /**
   * The values as a column has them.
   *
   * @param type of the column
   * @throws StatsException if it has no such values
   */
  public List<?> values(DataType type) {
    try {
      List<Long> millis = millis();
      return switch (type.getProtocolCode()) {
        case ProtocolConstants.DataType.DATE -> requireDates(type);
        case ProtocolConstants.DataType.TIMESTAMP -> map(numbersOr(millis), Instant::ofEpochMilli);
        case ProtocolConstants.DataType.BIGINT -> numbersOr(millis);
        case ProtocolConstants.DataType.INT -> map(requireNumbers(type), Math::toIntExact);
        case ProtocolConstants.DataType.SMALLINT ->
            map(requireNumbers(type), number -> narrow(number, number.shortValue()));
        case ProtocolConstants.DataType.TINYINT ->
            map(requireNumbers(type), number -> narrow(number, number.byteValue()));
        default -> throw unfit(type);
      };
    } catch (ArithmeticException tooLarge) {
      throw unfit(type);
    }
  }

  private static <T> List<T> map(List<Long> numbers, Function<Long, T> function) {
    return numbers.stream().map(function).toList();
  }

  private static <T extends Number> T narrow(long number, T narrowed) {
    if (narrowed.longValue() != number) {
      throw new ArithmeticException();
    }
    return narrowed;
  }

  private List<Long> numbersOr(List<Long> millis) {
    return numbers.isEmpty() ? millis : numbers;
  }

  private List<Long> requireNumbers(DataType type) {
    if (numbers.isEmpty()) {
      throw unfit(type);
    }
    return numbers;
  }

  private List<LocalDate> requireDates(DataType type) {
    if (dates.isEmpty()) {
      throw unfit(type);
    }
    return dates;
  }

  private StatsException unfit(DataType type) {
    return refused(text, "expected values of the type %s".formatted(type.asCql(false, true)));
  }
}
