/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.compiler.source;

import com.github.javaparser.ast.nodeTypes.NodeWithJavadoc;
import com.github.javaparser.javadoc.Javadoc;
import com.github.javaparser.javadoc.JavadocBlockTag;
import com.github.javaparser.javadoc.description.JavadocDescription;
import com.github.javaparser.javadoc.description.JavadocInlineTag;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Javadoc comments as plain text. */
public final class Javadocs {
  private Javadocs() {}

  /** The main description in one line, or the empty text. */
  public static String description(NodeWithJavadoc<?> node) {
    return node.getJavadoc().map(Javadoc::getDescription).map(Javadocs::text).orElse("");
  }

  /** The first sentence of the description. */
  public static String firstSentence(NodeWithJavadoc<?> node) {
    return description(node).replaceFirst("(?s)(\\.)\\s.*", "$1");
  }

  /** The descriptions of the parameters by name. */
  public static Map<String, String> parameters(NodeWithJavadoc<?> node) {
    Map<String, String> parameters = new LinkedHashMap<>();
    for (JavadocBlockTag tag : tags(node, JavadocBlockTag.Type.PARAM)) {
      parameters.put(tag.getName().orElse(""), text(tag.getContent()));
    }
    return parameters;
  }

  /** The description of the result, or the empty text. */
  public static String result(NodeWithJavadoc<?> node) {
    return tags(node, JavadocBlockTag.Type.RETURN).stream()
        .map(tag -> text(tag.getContent()))
        .collect(Collectors.joining(" "));
  }

  /** When the method fails. */
  public static List<String> errors(NodeWithJavadoc<?> node) {
    return tags(node, JavadocBlockTag.Type.THROWS).stream()
        .map(tag -> text(tag.getContent()))
        .toList();
  }

  private static List<JavadocBlockTag> tags(NodeWithJavadoc<?> node, JavadocBlockTag.Type type) {
    return node.getJavadoc().stream()
        .flatMap(javadoc -> javadoc.getBlockTags().stream())
        .filter(tag -> tag.getType() == type)
        .toList();
  }

  private static String text(JavadocDescription description) {
    return description.getElements().stream()
        .map(element -> element instanceof JavadocInlineTag tag ? inline(tag) : element.toText())
        .collect(Collectors.joining())
        .replaceAll("<[^>]*>", "")
        .replaceAll("\\s+", " ")
        .strip();
  }

  private static String inline(JavadocInlineTag tag) {
    String content = tag.getContent().strip();
    if (tag.getType() == JavadocInlineTag.Type.LINK) {
      String[] parts = content.split("\\s+", 2);
      return parts.length == 2 ? parts[1] : parts[0].replace('#', '.');
    }
    return content;
  }
}
