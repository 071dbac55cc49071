/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.compiler.inline;

import com.github.javaparser.ast.body.MethodDeclaration;
import com.github.javaparser.ast.expr.Expression;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.cassandrastats.compiler.source.CompileException;
import org.cassandrastats.compiler.source.Facts;
import org.cassandrastats.compiler.source.SourceTree;

/** Gives methods whose calls of other methods of the project are replaced by what those do. */
public final class Inliner {
  private final SourceTree tree;
  private final Map<String, Helper> helpers = new HashMap<>();
  private final List<String> active = new ArrayList<>();

  /** Inlines methods of one source tree. */
  public Inliner(SourceTree tree) {
    this.tree = tree;
  }

  /** Replaces all calls inside a resolved copy of a method. */
  public void inline(MethodDeclaration method) {
    String key = Facts.key(method);
    active.add(key);
    new StatementInliner(this::helper).inline(method.getBody().orElseThrow());
    active.remove(active.size() - 1);
  }

  private Helper helper(String key, Expression call) {
    Helper known = helpers.get(key);
    if (known != null) {
      return known;
    }
    MethodDeclaration source = tree.method(key);
    String title = Facts.title(source);
    if (active.contains(key)) {
      List<String> cycle = new ArrayList<>(active.subList(active.indexOf(key), active.size()));
      cycle.add(key);
      throw new CompileException(
          Facts.location(call),
          "recursion cannot be inlined: "
              + String.join(" -> ", cycle)
              + "; write a loop with a bound instead");
    }
    if (!source.isStatic() || source.getBody().isEmpty()) {
      throw new CompileException(
          Facts.location(call), title + " is not a static method; only those can be inlined");
    }
    MethodDeclaration method = tree.resolved(key);
    inline(method);
    Helper helper = new Helper(method);
    helpers.put(key, helper);
    return helper;
  }
}
