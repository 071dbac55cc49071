/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.types;

import java.nio.ByteBuffer;
import org.apache.cassandra.db.marshal.AbstractType;

/**
 * A class by whose name Cassandra finds a type, in the field {@code instance}. It wants the class
 * to be a type too, but the object there is of a class that fits the version of Cassandra: nobody
 * makes one of this.
 */
abstract class TypeName extends AbstractType<ByteBuffer> {
  TypeName() {
    super(ComparisonType.BYTE_ORDER);
  }
}
