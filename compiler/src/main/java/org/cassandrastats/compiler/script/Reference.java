/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.compiler.script;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toList;

import com.github.javaparser.ast.body.ClassOrInterfaceDeclaration;
import com.github.javaparser.ast.body.MethodDeclaration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.cassandrastats.catalogue.Aggregate;
import org.cassandrastats.catalogue.Catalogue;
import org.cassandrastats.catalogue.Catalogue.UserType;
import org.cassandrastats.catalogue.Example;
import org.cassandrastats.catalogue.Parameter;
import org.cassandrastats.compiler.emit.Emitted;
import org.cassandrastats.compiler.emit.Emitted.EmittedFunction;
import org.cassandrastats.compiler.source.Javadocs;
import org.cassandrastats.udf.annotation.CqlFunction;
import org.cassandrastats.udf.annotation.Experimental;
import org.cassandrastats.udf.annotation.Overload;

/** The function reference in Markdown, made from the annotations and the Javadoc. */
public final class Reference {
  private final Catalogue catalogue;
  private final StringBuilder text = new StringBuilder();

  private Reference(Catalogue catalogue) {
    this.catalogue = catalogue;
  }

  /** The text of the reference. */
  public static String of(Emitted emitted) {
    Reference reference = new Reference(emitted.catalogue());
    reference.line("# Function reference");
    reference.paragraph(
        "Version "
            + emitted.catalogue().version()
            + ". The build makes this page from the sources: change the Javadoc of a function to"
            + " change what is said here.");
    reference.paragraph(
        "Where a type is written `int | double`, there is one overload for each; one for `varint`"
            + " takes int, bigint and timestamp columns too. A function that is called"
            + " with null returns null, unless its description says otherwise. CQL looks for"
            + " a function in the keyspace of the table that is read: for a table elsewhere write"
            + " `stats.mean(value)`.");
    reference.paragraph(
        "The examples are calls over five rows of a system table, whose column `position` has the"
            + " values 1, 0, -1, -1, 0: `SELECT ... "
            + Example.KNOWN_ROWS
            + "`.");
    reference.paragraph(
        "What is stable, and what experimental, says [Compatibility](compatibility.md).");
    Map<String, List<EmittedFunction>> families =
        emitted.functions().stream()
            .collect(groupingBy(one -> one.function().family(), TreeMap::new, toList()));
    families.forEach(reference::family);
    if (!emitted.catalogue().types().isEmpty()) {
      reference.line("\n## Types");
      emitted.catalogue().types().forEach(reference::type);
    }
    reference.elsewhere(emitted.functions());
    return reference.text.toString();
  }

  /** What other systems call the same, by their names. */
  private void elsewhere(List<EmittedFunction> functions) {
    Map<String, Set<String>> names = new TreeMap<>();
    for (EmittedFunction one : functions) {
      CqlFunction annotation = one.overload().annotation();
      for (String name : annotation.elsewhere()) {
        names.computeIfAbsent(name, added -> new LinkedHashSet<>()).add(annotation.value());
      }
      for (CqlFunction.Aggregate aggregate : Overload.aggregates(one.overload().method())) {
        for (String name : aggregate.elsewhere()) {
          names.computeIfAbsent(name, added -> new LinkedHashSet<>()).add(aggregate.value());
        }
      }
    }
    if (names.isEmpty()) {
      return;
    }
    line("\n## Names of other systems");
    line("\n| there | here |");
    line("| --- | --- |");
    names.forEach(
        (name, here) -> line("| " + name + here.stream().collect(joining("`, `", " | `", "` |"))));
  }

  private void family(String family, List<EmittedFunction> functions) {
    line("\n## Family " + family);
    paragraph(isExperimental(functions) ? "*Experimental.*" : "*Stable.*");
    List<Aggregate> aggregates =
        catalogue.aggregates().stream().filter(one -> one.family().equals(family)).toList();
    Map<String, List<Aggregate>> aggregatesByName =
        aggregates.stream().collect(groupingBy(Aggregate::name, LinkedHashMap::new, toList()));
    Map<String, List<EmittedFunction>> functionsByName =
        functions.stream()
            .collect(groupingBy(one -> one.function().name(), LinkedHashMap::new, toList()));
    if (!aggregatesByName.isEmpty()) {
      line("\n| aggregate | result | |");
      line("| --- | --- | --- |");
      aggregatesByName.values().stream()
          .flatMap(overloads -> aggregateShapes(overloads).stream())
          .forEach(shape -> row(signature(shape), results(shape), shape.get(0).description()));
    }
    line("\n| function | result | |");
    line("| --- | --- | --- |");
    functionsByName.values().stream()
        .flatMap(overloads -> shapes(overloads).stream())
        .forEach(
            shape ->
                row(
                    functionSignature(shape),
                    functionResults(shape),
                    Javadocs.firstSentence(shape.get(0).source())));
    aggregatesByName.values().forEach(this::aggregate);
    functionsByName.values().forEach(this::function);
  }

  private static boolean isExperimental(List<EmittedFunction> family) {
    return family.stream()
        .map(one -> (ClassOrInterfaceDeclaration) one.source().getParentNode().orElseThrow())
        .anyMatch(type -> type.isAnnotationPresent(Experimental.class));
  }

  private void row(String signature, String result, String description) {
    line(
        "| `"
            + signature.replace("|", "\\|")
            + "` | `"
            + result.replace("|", "\\|")
            + "` | "
            + description.replace("|", "\\|")
            + " |");
  }

  /** Overloads that differ in the types of their parameters only, together. */
  private static List<List<EmittedFunction>> shapes(List<EmittedFunction> overloads) {
    return List.copyOf(
        overloads.stream()
            .collect(
                groupingBy(
                    one -> one.function().parameters().stream().map(Parameter::name).toList(),
                    LinkedHashMap::new,
                    toList()))
            .values());
  }

  private static List<List<Aggregate>> aggregateShapes(List<Aggregate> overloads) {
    return List.copyOf(
        overloads.stream()
            .collect(groupingBy(one -> one.arguments().size(), LinkedHashMap::new, toList()))
            .values());
  }

  private void aggregate(List<Aggregate> overloads) {
    line("\n### " + overloads.get(0).name());
    aggregateShapes(overloads).forEach(this::aggregateShape);
  }

  private void aggregateShape(List<Aggregate> overloads) {
    Aggregate first = overloads.get(0);
    paragraph("Aggregate `" + signature(overloads) + "` gives `" + results(overloads) + "`.");
    paragraph(first.description());
    Set<Example> examples = new LinkedHashSet<>();
    overloads.forEach(one -> examples.addAll(one.examples()));
    examples(examples);
  }

  private void function(List<EmittedFunction> overloads) {
    line("\n### " + overloads.get(0).function().name());
    shapes(overloads).forEach(this::functionShape);
  }

  private void functionShape(List<EmittedFunction> overloads) {
    MethodDeclaration first = overloads.get(0).source();
    paragraph(
        "Function `"
            + functionSignature(overloads)
            + "` gives `"
            + functionResults(overloads)
            + "`"
            + (overloads.get(0).function().calledOnNullInput()
                ? "."
                : ", and null if an argument is null."));
    // Overloads that are made from several methods each say what they do.
    overloads.stream()
        .map(one -> Javadocs.description(one.source()))
        .distinct()
        .forEach(this::paragraph);
    Map<String, String> parameters = Javadocs.parameters(first);
    if (!parameters.isEmpty()) {
      line("");
      parameters.forEach((name, description) -> line("- `" + name + "`: " + description));
    }
    if (!Javadocs.result(first).isEmpty()) {
      paragraph("Result: " + Javadocs.result(first) + ".");
    }
    Javadocs.errors(first).forEach(error -> paragraph("Error: " + error + "."));
    Set<Example> examples = new LinkedHashSet<>();
    overloads.forEach(one -> examples.addAll(one.function().examples()));
    examples(examples);
  }

  private void examples(Set<Example> examples) {
    if (!examples.isEmpty()) {
      line("");
      examples.forEach(
          example ->
              line(
                  "- `"
                      + example.call()
                      + "` gives `"
                      + example.result().replace("\n", "\\n")
                      + "`"));
    }
  }

  private void type(UserType type) {
    line("\n### " + type.name());
    paragraph(type.description());
    line("\n| field | type |");
    line("| --- | --- |");
    type.fields().forEach(field -> line("| `" + field.name() + "` | " + field.type() + " |"));
  }

  private static String signature(List<Aggregate> overloads) {
    return overloads.get(0).name()
        + columns(overloads.stream().map(Aggregate::arguments).toList()).stream()
            .collect(joining(", ", "(", ")"));
  }

  private static String results(List<Aggregate> overloads) {
    return overloads.stream().map(Aggregate::returns).distinct().collect(joining(" | "));
  }

  private static String functionSignature(List<EmittedFunction> overloads) {
    List<Parameter> names = overloads.get(0).function().parameters();
    List<String> types =
        columns(
            overloads.stream()
                .map(one -> one.function().parameters().stream().map(Parameter::type).toList())
                .toList());
    List<String> parameters = new ArrayList<>();
    for (int i = 0; i < names.size(); i++) {
      parameters.add(names.get(i).name() + " " + types.get(i));
    }
    return overloads.get(0).function().name() + "(" + String.join(", ", parameters) + ")";
  }

  private static String functionResults(List<EmittedFunction> overloads) {
    return overloads.stream()
        .map(one -> one.function().returns())
        .distinct()
        .collect(joining(" | "));
  }

  /** For each position the types that the overloads have there. */
  private static List<String> columns(List<List<String>> overloads) {
    List<String> columns = new ArrayList<>();
    for (int i = 0; i < overloads.get(0).size(); i++) {
      int position = i;
      columns.add(
          overloads.stream()
              .filter(types -> types.size() > position)
              .map(types -> types.get(position))
              .distinct()
              .collect(joining(" | ")));
    }
    return columns;
  }

  private void paragraph(String paragraph) {
    line("");
    line(paragraph.replaceFirst("\\.\\.$", "."));
  }

  private void line(String line) {
    text.append(line).append('\n');
  }
}
