/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.guard;

import java.util.List;
import org.apache.cassandra.cql3.FunctionContext;
import org.apache.cassandra.cql3.VariableSpecifications;
import org.apache.cassandra.cql3.functions.Function;
import org.apache.cassandra.cql3.terms.Term;
import org.apache.cassandra.db.marshal.AbstractType;
import org.apache.cassandra.exceptions.InvalidRequestException;
import org.apache.cassandra.schema.ColumnMetadata;
import org.apache.cassandra.serializers.MarshalException;
import org.cassandrastats.server.metric.RefusedWrites;

/**
 * A value within an operation that has to stay of its class, validated each time that it is
 * computed: a function may give another one the next time, and the one that is given here is the
 * one that is written.
 */
final class SixCheckedTerm extends Term.NonTerminal {
  private final Term term;
  private final ColumnMetadata column;
  private final AbstractType<?> type;
  private final RefusedWrites refusals;

  /**
   * Another term, checked.
   *
   * @param column where it is written
   * @param type that of the value
   * @param refusals where a refused value is counted
   */
  SixCheckedTerm(Term term, ColumnMetadata column, AbstractType<?> type, RefusedWrites refusals) {
    this.term = term;
    this.column = column;
    this.type = type;
    this.refusals = refusals;
  }

  @Override
  public Term.Terminal bind(FunctionContext context) {
    try {
      Term.Terminal value = term.bind(context);
      if (value != null) {
        RefusedValue.check(column, type, value.get());
      }
      return value;
    } catch (InvalidRequestException | MarshalException refused) {
      refusals.add();
      throw refused;
    }
  }

  @Override
  public boolean containsBindMarker() {
    return term.containsBindMarker();
  }

  @Override
  public void addFunctionsTo(List<Function> functions) {
    term.addFunctionsTo(functions);
  }

  @Override
  public void collectMarkerSpecification(VariableSpecifications boundNames, Object owner) {
    term.collectMarkerSpecification(boundNames, owner);
  }
}
