/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.compiler.emit;

import com.github.javaparser.ast.body.ClassOrInterfaceDeclaration;
import com.github.javaparser.ast.body.MethodDeclaration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.cassandrastats.catalogue.Aggregate;
import org.cassandrastats.catalogue.Catalogue;
import org.cassandrastats.catalogue.Catalogue.UserType;
import org.cassandrastats.catalogue.Function;
import org.cassandrastats.catalogue.Parameter;
import org.cassandrastats.compiler.emit.Emitted.EmittedFunction;
import org.cassandrastats.compiler.source.CompileException;
import org.cassandrastats.compiler.source.Facts;
import org.cassandrastats.compiler.source.Location;
import org.cassandrastats.compiler.source.SourceTree;
import org.cassandrastats.udf.annotation.CqlFunction;
import org.cassandrastats.udf.annotation.Overload;

/** Turns every annotated method of a source tree into the catalogue of what is installed. */
public final class CatalogueEmitter {
  private final SourceTree tree;
  private final CqlTypes types;
  private final FunctionEmitter.Annotations annotations;
  private final FunctionEmitter emitter;
  private final String version;

  /**
   * Emits from one source tree.
   *
   * @param compiled loads the compiled classes of the same sources
   */
  public CatalogueEmitter(SourceTree tree, ClassLoader compiled, String version) {
    this.tree = tree;
    this.types = new CqlTypes(tree);
    this.annotations = new FunctionEmitter.Annotations(compiled);
    this.emitter = new FunctionEmitter(tree, types, annotations, version);
    this.version = version;
  }

  /** The whole catalogue: functions that finish states before functions that make them. */
  public Emitted emit() {
    Map<String, UserType> userTypes = new LinkedHashMap<>();
    List<EmittedFunction> plain = new ArrayList<>();
    List<EmittedFunction> state = new ArrayList<>();
    for (MethodDeclaration method : tree.methods()) {
      CqlFunction annotation = annotations.function(method);
      if (annotation == null) {
        continue;
      }
      List<EmittedFunction> overloads = emitter.emit(method, annotation);
      (Overload.aggregates(overloads.get(0).overload().method()).isEmpty() ? plain : state)
          .addAll(overloads);
      ClassOrInterfaceDeclaration userType =
          types.declaration(tree.resolved(Facts.key(method)).getType());
      if (userType != null) {
        userTypes.put(userType.getNameAsString(), types.userType(userType));
      }
    }
    List<EmittedFunction> all = new ArrayList<>(plain);
    all.addAll(state);
    checkUnique(all);
    List<Function> functions = all.stream().map(EmittedFunction::function).toList();
    Catalogue catalogue =
        new Catalogue(
            version, List.copyOf(userTypes.values()), functions, aggregates(state, functions));
    return new Emitted(catalogue, all);
  }

  private static List<Aggregate> aggregates(List<EmittedFunction> state, List<Function> functions) {
    List<Aggregate> aggregates = new ArrayList<>();
    for (EmittedFunction emitted : state) {
      for (CqlFunction.Aggregate annotation : Overload.aggregates(emitted.overload().method())) {
        aggregates.add(aggregate(annotation, emitted, functions));
      }
    }
    return aggregates;
  }

  private static void checkUnique(List<EmittedFunction> functions) {
    Map<String, Function> bySignature = new HashMap<>();
    for (EmittedFunction emitted : functions) {
      Function function = emitted.function();
      Function other = bySignature.put(function.signature(), function);
      if (other != null) {
        throw new CompileException(
            Facts.location(emitted.source()),
            function.signature() + " is made from " + other.source() + " already");
      }
    }
  }

  /** An aggregate of a state function's annotation, for one of the overloads of that function. */
  private static Aggregate aggregate(
      CqlFunction.Aggregate annotation, EmittedFunction accumulate, List<Function> functions) {
    Function state = accumulate.function();
    Location location = Facts.location(accumulate.source());
    Parameter first = state.parameters().isEmpty() ? null : state.parameters().get(0);
    if (first == null || !first.type().equals("blob") || !state.returns().equals("blob")) {
      throw new CompileException(
          location, "a state function takes a blob state first and returns it as a blob");
    }
    if (state.calledOnNullInput()) {
      throw new CompileException(
          location, "a state function skips null rows: leave calledOnNullInput = false");
    }
    String finish = accumulate.overload().finish(annotation);
    return new Aggregate(
        annotation.value(),
        state.family(),
        state.parameters().stream().skip(1).map(Parameter::type).toList(),
        state.name(),
        "blob",
        finish.isEmpty() ? null : finish,
        "0x" + HexFormat.of().formatHex(annotation.initial()),
        finish.isEmpty() ? "blob" : finisher(finish, functions, location).returns(),
        annotation.summary(),
        FunctionEmitter.examples(annotation.examples()));
  }

  private static Function finisher(String name, List<Function> functions, Location location) {
    return functions.stream()
        .filter(function -> function.signature().equals(name + "(blob)"))
        .findFirst()
        .orElseThrow(
            () ->
                new CompileException(
                    location,
                    "no function " + name + "(blob) finishes the aggregate; annotate one"));
  }
}
