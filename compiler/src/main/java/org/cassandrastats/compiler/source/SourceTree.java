/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.compiler.source;

import com.github.javaparser.JavaParser;
import com.github.javaparser.ParseResult;
import com.github.javaparser.ParserConfiguration;
import com.github.javaparser.ParserConfiguration.LanguageLevel;
import com.github.javaparser.ast.CompilationUnit;
import com.github.javaparser.ast.body.ClassOrInterfaceDeclaration;
import com.github.javaparser.ast.body.MethodDeclaration;
import com.github.javaparser.symbolsolver.JavaSymbolSolver;
import com.github.javaparser.symbolsolver.resolution.typesolvers.CombinedTypeSolver;
import com.github.javaparser.symbolsolver.resolution.typesolvers.JavaParserTypeSolver;
import com.github.javaparser.symbolsolver.resolution.typesolvers.ReflectionTypeSolver;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The parsed sources: every class and every method in them. */
public final class SourceTree implements FactCollector.Declarations {
  private final Map<String, ClassOrInterfaceDeclaration> classes = new LinkedHashMap<>();
  private final Map<String, MethodDeclaration> methods = new LinkedHashMap<>();
  private final ClassLoader compiled;

  private SourceTree(ClassLoader compiled) {
    this.compiled = compiled;
  }

  /**
   * Parses all Java files.
   *
   * @param base what the paths in error messages are relative to
   * @param roots source directories
   * @param compiled loads the compiled classes of the same sources, for the values of constants
   */
  public static SourceTree parse(Path base, List<Path> roots, ClassLoader compiled) {
    CombinedTypeSolver types = new CombinedTypeSolver(new ReflectionTypeSolver());
    roots.forEach(root -> types.add(new JavaParserTypeSolver(root)));
    JavaParser parser =
        new JavaParser(
            new ParserConfiguration()
                .setLanguageLevel(LanguageLevel.JAVA_11)
                .setSymbolResolver(new JavaSymbolSolver(types)));
    SourceTree tree = new SourceTree(compiled);
    for (Path root : roots) {
      for (Path file : javaFiles(root)) {
        tree.add(parse(parser, base, file));
      }
    }
    return tree;
  }

  private static List<Path> javaFiles(Path root) {
    try (Stream<Path> files = Files.walk(root)) {
      return files.filter(file -> file.toString().endsWith(".java")).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static CompilationUnit parse(JavaParser parser, Path base, Path file) {
    String shown = base.relativize(file).toString().replace('\\', '/');
    try {
      ParseResult<CompilationUnit> result = parser.parse(file);
      if (!result.isSuccessful()) {
        throw new CompileException(new Location(shown, 1), result.getProblems().toString());
      }
      return Facts.located(result.getResult().orElseThrow(), new Location(shown, 1));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void add(CompilationUnit unit) {
    for (ClassOrInterfaceDeclaration type : unit.findAll(ClassOrInterfaceDeclaration.class)) {
      type.getFullyQualifiedName().ifPresent(name -> classes.put(name, type));
      for (MethodDeclaration method : type.getMethods()) {
        String file = Facts.location(unit).file();
        Facts.located(method, new Location(file, method.getName().getBegin().orElseThrow().line));
        String key = method.resolve().getQualifiedSignature();
        Facts.setNames(
            method,
            type.getFullyQualifiedName().orElseThrow() + "." + method.getNameAsString(),
            key);
        methods.put(key, method);
      }
    }
  }

  /** All methods, in the order of files and lines. */
  public Collection<MethodDeclaration> methods() {
    return methods.values();
  }

  @Override
  public MethodDeclaration method(String key) {
    return methods.get(key);
  }

  @Override
  public ClassOrInterfaceDeclaration type(String qualifiedName) {
    return classes.get(qualifiedName);
  }

  /**
   * A copy of a method for rewriting: every expression knows its type, every call what it calls,
   * constants are folded, and class names need no imports but those of a function body.
   */
  public MethodDeclaration resolved(String key) {
    MethodDeclaration method = methods.get(key);
    new FactCollector(this).collect(method);
    MethodDeclaration copy = method.clone();
    Facts.located(copy, Facts.location(method));
    new ConstantFolder(compiled, this).fold(copy);
    ClassNames.rewrite(copy);
    return copy;
  }
}
