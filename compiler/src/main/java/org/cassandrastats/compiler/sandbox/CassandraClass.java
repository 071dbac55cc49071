/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.compiler.sandbox;

/** The class that is generated around a body, close to Cassandra's own, and stand-ins for it. */
final class CassandraClass {
  static final String PACKAGE = "org.apache.cassandra.cql3.udf.gen";
  static final String METHOD = "execute";

  /** Enough of Cassandra's classes for compiling a body and for running it outside a node. */
  static final String CONTEXT_NAME = "org.apache.cassandra.cql3.functions.UDFContext";

  static final String CONTEXT =
      """
      package org.apache.cassandra.cql3.functions;
      import org.apache.cassandra.cql3.functions.types.UDTValue;
      public class UDFContext {
        public UDTValue newReturnUDTValue() { return new UDTValue(); }
      }
      """;

  static final String VALUE_NAME = "org.apache.cassandra.cql3.functions.types.UDTValue";

  static final String VALUE =
      """
      package org.apache.cassandra.cql3.functions.types;
      public class UDTValue {
        public final java.util.Map<String, Object> fields = new java.util.TreeMap<String, Object>();
        private UDTValue put(String name, Object value) { fields.put(name, value); return this; }
        public UDTValue setBool(String name, boolean value) { return put(name, value); }
        public UDTValue setInt(String name, int value) { return put(name, value); }
        public UDTValue setLong(String name, long value) { return put(name, value); }
        public UDTValue setFloat(String name, float value) { return put(name, value); }
        public UDTValue setDouble(String name, double value) { return put(name, value); }
        public UDTValue setString(String name, String value) { return put(name, value); }
        public UDTValue setTimestamp(String name, java.util.Date value) { return put(name, value); }
        public UDTValue setBytes(String name, java.nio.ByteBuffer value) { return put(name, value); }
        public UDTValue setToNull(String name) { return put(name, null); }
      }
      """;

  private CassandraClass() {}

  static String source(String className, Body body) {
    return before(className, body) + body.text() + "\n}\n}\n";
  }

  /** Lines in front of the body's first one. */
  static int offset(String className, Body body) {
    return (int) before(className, body).lines().count();
  }

  private static String before(String className, Body body) {
    return """
    package %s;
    import java.nio.ByteBuffer;
    import java.util.*;
    import org.apache.cassandra.cql3.functions.UDFContext;
    import org.apache.cassandra.cql3.functions.types.UDTValue;
    public final class %s {
    public final UDFContext udfContext = new UDFContext();
    public %s %s(%s) {
    """
        .formatted(PACKAGE, className, body.returns(), METHOD, body.parameters());
  }
}
