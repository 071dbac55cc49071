/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.docs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.cassandrastats.live.Lane;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.FencedCodeBlock;
import org.commonmark.node.HtmlBlock;
import org.commonmark.node.Image;
import org.commonmark.node.IndentedCodeBlock;
import org.commonmark.node.Node;
import org.commonmark.node.Paragraph;
import org.commonmark.node.SourceSpan;
import org.commonmark.parser.IncludeSourceSpans;
import org.commonmark.parser.Parser;

/**
 * What a page of the documentation claims: its {@code cql} blocks in their order, each with the
 * {@code output} block right behind it if there is one, and the scripts to run before, which a page
 * names in a comment such as {@code <!-- set-up: cql/examples/sensor.cql -->}. A picture right
 * behind a block is what its command draws as {@code --format html}. A page whose blocks of other
 * languages are run, too, names these at its beginning: {@code <!-- run: sh java -->}. One that is
 * about some lanes only names them in a comment such as {@code <!-- lanes: native -->}.
 */
final class MarkdownPage {
  private static final Pattern SET_UP = Pattern.compile("<!-- set-up: (\\S+) -->");
  private static final Pattern RUN = Pattern.compile("<!-- run: (.*?) -->");
  private static final Pattern LANES = Pattern.compile("<!-- lanes: (.*?) -->");

  private final Path file;
  private final List<String> lines;
  private final List<String> setUp = new ArrayList<>();
  private final List<Block> blocks = new ArrayList<>();
  private final Set<String> languages = new HashSet<>(Set.of("cql"));
  private final Set<Lane> lanes = EnumSet.noneOf(Lane.class);

  private MarkdownPage(Path file, List<String> lines) {
    this.file = file;
    this.lines = lines;
  }

  /** Reads a page. */
  static MarkdownPage read(Path file) {
    try {
      return parse(file, Files.readAllLines(file));
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  /**
   * Parses a page.
   *
   * @throws IllegalArgumentException if a block names no language, or an output block follows no
   *     cql block
   */
  static MarkdownPage parse(Path file, List<String> lines) {
    MarkdownPage page = new MarkdownPage(file, lines);
    Parser.builder()
        .includeSourceSpans(IncludeSourceSpans.BLOCKS)
        .build()
        .parse(String.join("\n", lines))
        .accept(page.new Blocks());
    return page;
  }

  Path file() {
    return file;
  }

  /** Scripts to run first, relative to the project's directory. */
  List<String> setUp() {
    return setUp;
  }

  /** The lanes in which the page is right: all, unless it names some. */
  Set<Lane> lanes() {
    return lanes.isEmpty() ? EnumSet.allOf(Lane.class) : lanes;
  }

  List<Block> blocks() {
    return blocks;
  }

  /** The page with other text in its output blocks, where a block has one. */
  List<String> with(Map<Block.Output, List<String>> texts) {
    List<String> changed = new ArrayList<>(lines);
    // From the last to the first, so that the lines of those before stay where they are.
    for (int index = blocks.size() - 1; index >= 0; index--) {
      Block.Output output = blocks.get(index).output();
      if (output != null && texts.containsKey(output)) {
        List<String> between = changed.subList(output.firstLine(), output.lastLine() - 1);
        between.clear();
        between.addAll(texts.get(output));
      }
    }
    return changed;
  }

  private final class Blocks extends AbstractVisitor {
    @Override
    public void visit(HtmlBlock html) {
      Matcher matcher = SET_UP.matcher(html.getLiteral());
      while (matcher.find()) {
        setUp.add(matcher.group(1));
      }
      Matcher run = RUN.matcher(html.getLiteral());
      while (run.find()) {
        languages.addAll(List.of(run.group(1).split(" ", -1)));
      }
      Matcher named = LANES.matcher(html.getLiteral());
      while (named.find()) {
        Stream.of(named.group(1).split(" ", -1)).map(Lane::named).forEach(lanes::add);
      }
    }

    @Override
    public void visit(FencedCodeBlock block) {
      String language = block.getInfo().strip();
      if (language.isEmpty()) {
        throw problem(
            block, "a block without a language; cql blocks are run, others where the page says so");
      }
      if (language.equals("output") && !languages.contains(behind(block))) {
        throw problem(block, "an output block that is not right behind a block that is run");
      }
      if (languages.contains(language)) {
        blocks.add(
            new Block(
                firstLine(block),
                language,
                block.getLiteral(),
                output(block.getNext()),
                picture(block.getNext())));
      }
    }

    @Override
    public void visit(IndentedCodeBlock block) {
      if (block.getLiteral().contains("SELECT ")) {
        throw problem(block, "indented CQL is not run; use a fence with the language cql");
      }
    }

    /** The language of the block before an output. */
    private static String behind(Node output) {
      return output.getPrevious() instanceof FencedCodeBlock block ? block.getInfo().strip() : "";
    }

    private Block.Output output(Node node) {
      if (!(node instanceof FencedCodeBlock block) || !block.getInfo().strip().equals("output")) {
        return null;
      }
      return new Block.Output(
          firstLine(block), lastLine(block), block.getLiteral().lines().toList());
    }

    private static String picture(Node node) {
      return node instanceof Paragraph && node.getFirstChild() instanceof Image image
          ? image.getDestination()
          : null;
    }

    private IllegalArgumentException problem(Node node, String what) {
      return new IllegalArgumentException(file + ", line " + firstLine(node) + ": " + what);
    }

    private static int firstLine(Node node) {
      return node.getSourceSpans().get(0).getLineIndex() + 1;
    }

    private static int lastLine(Node node) {
      List<SourceSpan> spans = node.getSourceSpans();
      return spans.get(spans.size() - 1).getLineIndex() + 1;
    }
  }
}
