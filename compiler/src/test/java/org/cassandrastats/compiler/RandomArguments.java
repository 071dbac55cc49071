/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.compiler;

import java.lang.reflect.Method;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.cassandrastats.catalogue.Parameter;
import org.cassandrastats.compiler.parameters.ParameterValues;
import org.cassandrastats.udf.annotation.WideNumbers;

/** Arguments for functions: ordinary ones, edges, and states that other functions made. */
// Cassandra gives a timestamp to a function as a java.util.Date.
@SuppressWarnings("JavaUtilDate")
final class RandomArguments {
  private static final double[] DOUBLES = {
    0.0,
    -0.0,
    1,
    -1,
    0.1,
    1e-300,
    1e300,
    Double.MIN_VALUE,
    Double.MAX_VALUE,
    -Double.MAX_VALUE,
    Double.NaN,
    Double.POSITIVE_INFINITY,
    Double.NEGATIVE_INFINITY,
    9007199254740992.0
  };
  private static final long[] LONGS = {
    0,
    1,
    -1,
    2,
    3,
    7,
    1000,
    1001,
    Integer.MAX_VALUE,
    Integer.MIN_VALUE,
    Long.MAX_VALUE,
    Long.MIN_VALUE,
    (1L << 53) + 1
  };
  private static final int POOL = 50;

  private final Random random;
  private final Map<String, List<ByteBuffer>> states = new TreeMap<>();

  RandomArguments(long seed) {
    this.random = new Random(seed);
  }

  /** An argument for a parameter, in the boxed Java type that Cassandra gives it. */
  Object of(Parameter parameter, String family, String signature, boolean mayBeNull) {
    if (mayBeNull && random.nextInt(40) == 0) {
      return null;
    }
    boolean isNeighbour = parameter.name().equals("before") || parameter.name().equals("after");
    if (isNeighbour && random.nextInt(4) > 0) {
      // Few states are where the neighbours of others have to be.
      return ByteBuffer.allocate(0);
    }
    boolean isOrder = parameter.name().equals("ts") && !family.equals("chunk");
    if (isOrder && random.nextInt(4) > 0) {
      // Few other times are in a span that a function accepts.
      long time = random.nextInt(1_000_000);
      return parameter.type().equals("timestamp") ? new Date(time) : (Object) time;
    }
    Object known = ParameterValues.random(parameter.name(), parameter.type(), random);
    if (known instanceof Instant time) {
      return Date.from(time);
    }
    return known == null ? of(parameter.type(), family, signature) : known;
  }

  private Object of(String cql, String family, String signature) {
    return switch (cql) {
      case "blob" -> state(family, signature);
      case "double" -> number();
      case "float" -> (float) number();
      case "bigint" -> integer();
      case "varint" -> wide();
      case "int" -> random.nextBoolean() ? random.nextInt(1, 20) : (int) integer();
      case "timestamp" -> new Date(integer());
      case "date" -> LocalDate.EPOCH.plusDays(integer() >> Integer.SIZE);
      case "boolean" -> random.nextBoolean();
      case "text", "ascii" -> "text " + random.nextInt();
      case "list<double>" -> list("double");
      case "list<bigint>" -> list("bigint");
      case "list<int>" -> list("int");
      case "list<float>" -> list("float");
      default -> throw new IllegalArgumentException("no random argument of type " + cql);
    };
  }

  private List<Object> list(String element) {
    List<Object> list = new ArrayList<>();
    for (int i = random.nextInt(20); i > 0; i--) {
      list.add(of(element, "", ""));
    }
    return list;
  }

  private double number() {
    return switch (random.nextInt(4)) {
      case 0 -> DOUBLES[random.nextInt(DOUBLES.length)];
      case 1 -> random.nextInt(-5, 6);
      case 2 -> 1e9 + random.nextGaussian();
      default -> random.nextGaussian() * Math.pow(10, random.nextInt(-20, 20));
    };
  }

  /** Mostly a bigint, as columns are that are taken for varints. */
  private BigInteger wide() {
    BigInteger number = BigInteger.valueOf(integer());
    return random.nextInt(20) == 0 ? number.shiftLeft(random.nextInt(200)) : number;
  }

  private long integer() {
    return switch (random.nextInt(3)) {
      case 0 -> LONGS[random.nextInt(LONGS.length)];
      case 1 -> random.nextInt(-5, 6);
      default -> random.nextLong();
    };
  }

  /** Remembers a state that a function made; the empty one is tried often enough. */
  void keep(String family, String signature, ByteBuffer state) {
    if (!state.hasRemaining()) {
      return;
    }
    List<ByteBuffer> made =
        states.computeIfAbsent(family + " " + signature, key -> new ArrayList<>());
    if (made.size() < POOL) {
      made.add(state);
    } else {
      made.set(random.nextInt(POOL), state);
    }
  }

  /** Half of the time one that the function itself made, else mostly one of its family. */
  private ByteBuffer any(String family, String signature) {
    List<ByteBuffer> own = states.get(family + " " + signature);
    if (own != null && random.nextBoolean()) {
      return own.get(random.nextInt(own.size()));
    }
    List<List<ByteBuffer>> related =
        states.entrySet().stream()
            .filter(made -> random.nextInt(100) == 0 || made.getKey().startsWith(family + " "))
            .map(Map.Entry::getValue)
            .toList();
    if (related.isEmpty()) {
      return ByteBuffer.allocate(0);
    }
    List<ByteBuffer> made = related.get(random.nextInt(related.size()));
    return made.get(random.nextInt(made.size()));
  }

  private ByteBuffer state(String family, String signature) {
    int kind = random.nextInt(10);
    if (kind == 0) {
      return ByteBuffer.allocate(0);
    }
    ByteBuffer state = copy(any(family, signature));
    if (kind < 7) {
      return state;
    }
    byte[] bytes = new byte[state.remaining()];
    state.duplicate().get(bytes);
    if (bytes.length == 0) {
      return state;
    } else if (kind == 7) {
      bytes = Arrays.copyOf(bytes, random.nextInt(bytes.length + 9));
    } else {
      bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
    }
    // A view into a larger buffer, as Cassandra hands out cells.
    ByteBuffer larger = ByteBuffer.allocate(bytes.length + 16);
    larger.position(5);
    larger.put(bytes);
    larger.limit(larger.position());
    larger.position(5);
    return larger;
  }

  /** A buffer with the same bytes, position, limit and capacity. */
  static ByteBuffer copy(ByteBuffer buffer) {
    ByteBuffer copy = ByteBuffer.allocate(buffer.capacity());
    copy.put(all(buffer));
    copy.limit(buffer.limit());
    copy.position(buffer.position());
    return copy;
  }

  static byte[] all(ByteBuffer buffer) {
    byte[] bytes = new byte[buffer.capacity()];
    ByteBuffer whole = buffer.duplicate();
    whole.clear();
    whole.get(bytes);
    return bytes;
  }

  static Object copy(Object argument) {
    return argument instanceof ByteBuffer buffer ? copy(buffer) : argument;
  }

  /** The argument as the Java method takes it: without what CQL overloads add. */
  static Object converted(Object argument, Class<?> wanted) {
    if (argument == null) {
      return null;
    }
    if (argument instanceof Date date && (wanted == long.class || wanted == Long.class)) {
      return date.getTime();
    }
    if (argument instanceof LocalDate date) {
      return (int) date.toEpochDay();
    }
    if (argument instanceof BigInteger number && (wanted == long.class || wanted == Long.class)) {
      return WideNumbers.ofVarint(number);
    }
    if (argument instanceof Number number) {
      if (wanted == double.class || wanted == Double.class) {
        return number.doubleValue();
      } else if (wanted == long.class || wanted == Long.class) {
        return number.longValue();
      }
    }
    return argument;
  }

  static Object[] converted(Object[] arguments, Method method) {
    Object[] converted = new Object[arguments.length];
    for (int i = 0; i < arguments.length; i++) {
      converted[i] = converted(copy(arguments[i]), method.getParameterTypes()[i]);
    }
    return converted;
  }
}
