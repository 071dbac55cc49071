/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies.layouts;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/** The exact answers to all questions, from the generated records, by none of the pack's code. */
final class RecordAnswers {
  /** Averages of numbers below 100 are off by less than their own rounding. */
  private static final double ALLOWED = 1e-11;

  private static final double SHARE = 0.01;

  private final Records records;
  private final String checksumOfAll;
  private final String checksumOfOne;
  private final Map<String, Exact> groups = new HashMap<>();
  private final String filter;
  private final Exact filtered;

  /** Answers about some records. */
  RecordAnswers(Records records) {
    this.records = records;
    this.checksumOfAll = checksum(records.columns());
    this.checksumOfOne = checksum(List.of(records.column(Records.TONE)));
    Map<String, Exact> byCode = new HashMap<>();
    for (int row = 0; row < records.count(); row++) {
      double tone = records.column(Records.TONE).numbers()[row];
      text(groups, Records.GROUP, row).add(tone);
      text(byCode, Records.EVENT_CODE, row).add(tone);
    }
    this.filter = nearest(byCode);
    this.filtered = byCode.get(filter);
  }

  private Exact text(Map<String, Exact> sums, int column, int row) {
    return sums.computeIfAbsent(records.column(column).texts()[row], text -> new Exact());
  }

  private String checksum(List<Column> columns) {
    Checksum checksum = new Checksum();
    for (int row = 0; row < records.count(); row++) {
      add(checksum, columns, row);
    }
    return checksum.toString();
  }

  /** The code whose share is nearest to 1 %, the first one by its name of several. */
  private String nearest(Map<String, Exact> byCode) {
    String nearest = null;
    double least = Double.POSITIVE_INFINITY;
    for (String code : byCode.keySet().stream().sorted().toList()) {
      double distance = Math.abs((double) byCode.get(code).count / records.count() - SHARE);
      if (distance < least) {
        least = distance;
        nearest = code;
      }
    }
    return nearest;
  }

  /** The event code that is filtered by. */
  String filter() {
    return filter;
  }

  /** Which share of the records has it. */
  double share() {
    return (double) filtered.count / records.count();
  }

  Optional<String> checkAll(Checksum found) {
    return compare("all columns", checksumOfAll, found.toString());
  }

  Optional<String> checkOne(Checksum found) {
    return compare("one column", checksumOfOne, found.toString());
  }

  Optional<String> checkCount(long found) {
    return compare("the count", Integer.toString(records.count()), Long.toString(found));
  }

  /**
   * Checks the first records of every part.
   *
   * @param passes how often they were read
   * @param grouped whether a part is sorted by the column to group by, and only then by time
   */
  Optional<String> checkHeads(Checksum found, int passes, boolean grouped) {
    String[] groupOf = records.column(Records.GROUP).texts();
    Checksum exact = new Checksum();
    for (int part = 0; part < records.parts(); part++) {
      int[] rows =
          IntStream.range(records.firstOf(part), records.endOf(part))
              .boxed()
              .sorted(Comparator.comparing(row -> grouped ? groupOf[row] : ""))
              .limit(Records.PER_HEAD)
              .mapToInt(row -> row)
              .toArray();
      for (int pass = 0; pass < passes; pass++) {
        for (int row : rows) {
          add(exact, records.columns(), row);
        }
      }
    }
    return compare("heads of partitions", exact.toString(), found.toString());
  }

  /** Checks some records, all columns of each. */
  Optional<String> checkRecords(Checksum found, int... rows) {
    Checksum exact = new Checksum();
    for (int row : rows) {
      add(exact, records.columns(), row);
    }
    return compare("single records", exact.toString(), found.toString());
  }

  private static void add(Checksum checksum, List<Column> columns, int row) {
    for (Column column : columns) {
      checksum.value(column.hash(row));
    }
    checksum.endRecord();
  }

  private static Optional<String> compare(String what, String expected, String found) {
    return expected.equals(found)
        ? Optional.empty()
        : Optional.of("%s: %s instead of %s".formatted(what, found, expected));
  }

  Optional<String> checkGroups(Map<String, Summary> found) {
    if (!found.keySet().equals(groups.keySet())) {
      return Optional.of(
          "there are %d groups instead of %d".formatted(found.size(), groups.size()));
    }
    return groups.entrySet().stream()
        .filter(group -> !group.getValue().averages(found.get(group.getKey())))
        .map(group -> "group %s: %s".formatted(group.getKey(), found.get(group.getKey())))
        .findFirst();
  }

  /** Checks count and average of the tones of all records. */
  Optional<String> checkAverage(Summary found) {
    BigDecimal sum =
        groups.values().stream().map(group -> group.sum).reduce(BigDecimal.ZERO, BigDecimal::add);
    return found.isOf(records.count(), sum, ALLOWED)
        ? Optional.empty()
        : Optional.of("of all records: " + found);
  }

  Optional<String> checkFiltered(Summary found) {
    boolean right =
        filtered.averages(found)
            && found.minimum() == filtered.minimum
            && found.maximum() == filtered.maximum;
    return right ? Optional.empty() : Optional.of("of code %s: %s".formatted(filter, found));
  }

  /** Exact sums of numbers. */
  private static final class Exact {
    private long count;
    private BigDecimal sum = BigDecimal.ZERO;
    private double minimum = Double.POSITIVE_INFINITY;
    private double maximum = Double.NEGATIVE_INFINITY;

    void add(double value) {
      count++;
      sum = sum.add(new BigDecimal(value));
      minimum = Math.min(minimum, value);
      maximum = Math.max(maximum, value);
    }

    boolean averages(Summary found) {
      return found.isOf(count, sum, ALLOWED);
    }
  }

  /**
   * Tells records that were read from others, whatever order they come in: the sum of a hash of
   * each record, which depends on the order of its values.
   */
  static final class Checksum {
    private long sum;
    private long records;
    private long hash;

    /** Adds the next value of a record, by its hash. */
    void value(int valueHash) {
      hash = 31 * hash + valueHash;
    }

    /** Ends a record. */
    void endRecord() {
      // The finalizer of SplitMix64: sums of it differ where sums of the hashes could be the same.
      long mixed = (hash ^ (hash >>> 30)) * 0xbf58476d1ce4e5b9L;
      mixed = (mixed ^ (mixed >>> 27)) * 0x94d049bb133111ebL;
      sum += mixed ^ (mixed >>> 31);
      records++;
      hash = 0;
    }

    @Override
    public String toString() {
      return "%d records, checksum %016x".formatted(records, sum);
    }
  }

  /** Count, average, minimum and maximum of numbers that are added one by one or in groups. */
  static final class Summary {
    private long count;
    private double sum;
    private double minimum = Double.POSITIVE_INFINITY;
    private double maximum = Double.NEGATIVE_INFINITY;

    void add(double value) {
      add(1, value, value, value);
    }

    /** Adds a group, of which these are known; none of no numbers. */
    void add(long more, double average, double least, double most) {
      if (more > 0) {
        count += more;
        sum += more * average;
        minimum = Math.min(minimum, least);
        maximum = Math.max(maximum, most);
      }
    }

    long count() {
      return count;
    }

    double average() {
      return sum / count;
    }

    double minimum() {
      return minimum;
    }

    double maximum() {
      return maximum;
    }

    /** Whether count and average are those of an exact sum. */
    boolean isOf(long expectedCount, BigDecimal exactSum, double allowed) {
      if (count != expectedCount || !Double.isFinite(sum)) {
        return false;
      }
      BigDecimal exact = exactSum.divide(BigDecimal.valueOf(count), MathContext.DECIMAL128);
      return new BigDecimal(average()).subtract(exact).abs().doubleValue() <= allowed;
    }

    @Override
    public String toString() {
      return "%d numbers from %s to %s, %s on average"
          .formatted(count, minimum, maximum, average());
    }
  }
}
