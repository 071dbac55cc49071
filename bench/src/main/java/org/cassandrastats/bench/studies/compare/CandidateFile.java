/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies.compare;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.cassandrastats.cli.console.TextFile;
import org.cassandrastats.cli.console.UserError;
import org.cassandrastats.client.api.StatsException;
import org.cassandrastats.client.internal.cql.Token;

/**
 * Reads a candidate: tables, types and indexes, and behind lines of comment such as {@code --
 * insert} or {@code -- read by_day} what is timed. No statement can reach beyond the keyspace that
 * the command makes.
 */
final class CandidateFile {
  private static final Pattern COMMENT =
      Pattern.compile("(?:--|//)([^\\n\\r]*)|/\\*.*?\\*/", Pattern.DOTALL);
  private static final Pattern TASK = Pattern.compile("(?i)(insert|read|update)(?:\\s+(\\S.*))?");
  private static final Set<String> OBJECTS = Set.of("TABLE", "TYPE", "INDEX", "CUSTOM");

  /** Words behind which a table or a type is named. */
  private static final Set<String> BEFORE_NAMES = Set.of("TABLE", "TYPE", "INTO", "FROM", "ON");

  /** What a colon stands in front of in a literal. */
  private static final Set<String> CONSTANTS = Set.of("true", "false", "null", "nan", "infinity");

  private static final String TASKS = "-- insert, -- read NAME or -- update NAME";

  private final Path file;
  private final String text;
  private final List<CandidateTask.Statement> schema = new ArrayList<>();
  private final List<CandidateTask> tasks = new ArrayList<>();

  /** The line of comment that was met last, and waits for a statement. */
  private Comment comment;

  private Comment task;
  private List<CandidateTask.Statement> statements = new ArrayList<>();

  private record Comment(String text, int line) {
    Matcher matcher() {
      return TASK.matcher(text);
    }

    boolean isTask() {
      return matcher().matches();
    }
  }

  private CandidateFile(Path file, String text) {
    this.file = file;
    this.text = text;
  }

  /**
   * Reads a file.
   *
   * @param number of the candidate, from 1
   * @throws UserError if it cannot be read, naming the line
   */
  static Candidate read(Path file, int number) {
    return of(file, TextFile.read(file, "--candidate"), number);
  }

  /** The same of a text. */
  static Candidate of(Path file, String text, int number) {
    return new CandidateFile(file, text).candidate(number);
  }

  private Candidate candidate(int number) {
    int before = 0;
    List<Token> tokens = new ArrayList<>();
    for (Token token : tokens()) {
      boolean isEnd = token.kind() == Token.Kind.END;
      if (tokens.isEmpty()) {
        comments(before, token.start());
      }
      if (isEnd || token.isSign(";")) {
        if (!tokens.isEmpty()) {
          add(tokens, text.substring(tokens.get(0).start(), before));
          tokens.clear();
        }
      } else {
        tokens.add(token);
      }
      before = token.end();
    }
    requireStatement();
    endTask();
    if (schema.stream().noneMatch(each -> each.cql().matches("(?is)CREATE\\s+TABLE\\b.*"))) {
      throw new UserError(file + " has no CREATE TABLE: expected the tables of a model");
    }
    if (tasks.stream().noneMatch(each -> each.kind() == CandidateTask.Kind.INSERT)) {
      throw new UserError(
          file
              + " has no line -- insert with an INSERT behind it: expected what puts a row of the"
              + " data into the tables");
    }
    // Stable: within a kind the order of the file stays.
    tasks.sort(Comparator.comparing(CandidateTask::kind));
    return new Candidate(file, text, number, schema, tasks);
  }

  private List<Token> tokens() {
    try {
      return Token.tokens(text);
    } catch (StatsException unreadable) {
      throw new UserError("%s: %s".formatted(file, unreadable.getMessage()), unreadable);
    }
  }

  /** The lines of comment in front of a statement; behind a semicolon is none. */
  private void comments(int from, int to) {
    Matcher matcher = COMMENT.matcher(text).region(from, to);
    while (matcher.find()) {
      boolean isLine =
          matcher.group(1) != null
              && text.substring(text.lastIndexOf('\n', matcher.start() - 1) + 1, matcher.start())
                  .isBlank();
      if (isLine && !matcher.group(1).isBlank()) {
        Comment next = new Comment(matcher.group(1).strip(), line(matcher.start()));
        if (next.isTask()) {
          requireStatement();
        }
        // A remark below the name of a task does not take the name away.
        if (next.isTask() || comment == null || !comment.isTask()) {
          comment = next;
        }
      }
    }
  }

  private void requireStatement() {
    if (comment != null && comment.isTask()) {
      throw new UserError(
          "%s:%d: there is no statement behind \"-- %s\""
              .formatted(file, comment.line(), comment.text()));
    }
  }

  private int line(int position) {
    return 1 + (int) text.substring(0, position).chars().filter(each -> each == '\n').count();
  }

  private void add(List<Token> tokens, String cql) {
    int line = line(tokens.get(0).start());
    String verb = tokens.get(0).text().toUpperCase(Locale.ROOT);
    requireOwnNames(tokens, line);
    if (verb.equals("CREATE")) {
      requireStatement();
      endTask();
      String object = tokens.size() > 1 ? tokens.get(1).text().toUpperCase(Locale.ROOT) : "";
      if (!OBJECTS.contains(object)) {
        throw refused(
            line,
            "CREATE " + object + " is not for a candidate",
            "CREATE TABLE, TYPE or INDEX. Each candidate gets a keyspace of its own: leave out"
                + " CREATE KEYSPACE");
      }
      schema.add(new CandidateTask.Statement(cql, line, List.of()));
    } else {
      beginTask(verb, line);
      List<String> markers = markers(tokens, line);
      statements.add(new CandidateTask.Statement(withLists(tokens, cql), line, markers));
    }
    comment = null;
  }

  private void beginTask(String verb, int line) {
    if (comment != null && comment.isTask()) {
      endTask();
      task = comment;
    } else if (comment != null || task == null) {
      throw refused(
          line,
          comment == null
              ? verb + " has no name"
              : "\"-- %s\" in front of %s names nothing that is timed"
                  .formatted(comment.text(), verb),
          "a line " + TASKS + " in front of it");
    }
    CandidateTask.Kind kind = kind(task);
    if (!kind.verbs().contains(verb)) {
      throw refused(
          line,
          "%s behind \"-- %s\"".formatted(verb, task.text()),
          "%s there, and %s elsewhere"
              .formatted(String.join(", ", new TreeSet<>(kind.verbs())), TASKS));
    }
  }

  private static CandidateTask.Kind kind(Comment task) {
    Matcher matcher = task.matcher();
    return matcher.matches()
        ? CandidateTask.Kind.valueOf(matcher.group(1).toUpperCase(Locale.ROOT))
        : null;
  }

  private void endTask() {
    if (task == null) {
      return;
    }
    Matcher matcher = task.matcher();
    String name = matcher.matches() && matcher.group(2) != null ? matcher.group(2).strip() : "";
    CandidateTask next = new CandidateTask(kind(task), name, statements);
    if (next.kind() == CandidateTask.Kind.INSERT && !name.isEmpty()) {
      throw refused(
          task.line(),
          "\"-- %s\"".formatted(task.text()),
          "-- insert alone: all statements behind it put a row of the data into the tables");
    }
    if (tasks.stream().anyMatch(each -> each.label().equals(next.label()))) {
      throw refused(
          task.line(),
          "there is a second \"-- %s\"".formatted(next.label()),
          "a name of its own for each");
    }
    tasks.add(next);
    task = null;
    statements = new ArrayList<>();
  }

  private UserError refused(int line, String found, String expected) {
    return new UserError("%s:%d: %s: expected %s.".formatted(file, line, found, expected));
  }

  /** What a statement names is in the keyspace of the candidate. */
  private void requireOwnNames(List<Token> tokens, int line) {
    // In front of its name, an index names the keyspace of its table.
    for (int i = 1; tokens.get(0).isWord("CREATE") && i < tokens.size(); i++) {
      requireNoKeyspace(tokens, i, line);
    }
    for (int i = 0; i + 2 < tokens.size(); i++) {
      boolean isBefore =
          i == 0
              ? tokens.get(0).isWord("UPDATE")
              : BEFORE_NAMES.contains(tokens.get(i).text().toUpperCase(Locale.ROOT));
      int name = i + 1;
      if (isBefore && tokens.get(name).isWord("IF")) {
        name += 3;
      }
      if (isBefore && name + 1 < tokens.size()) {
        requireNoKeyspace(tokens, name + 1, line);
      }
    }
  }

  private void requireNoKeyspace(List<Token> tokens, int place, int line) {
    if (tokens.get(place).isSign(".")) {
      throw refused(
          line,
          "the keyspace %s in front of a name".formatted(tokens.get(place - 1).text()),
          "the name alone: each candidate gets a keyspace of its own");
    }
  }

  /** Cassandra binds no value inside of a list: {@code [:a, :b]} becomes one marker. */
  private static String withLists(List<Token> tokens, String cql) {
    StringBuilder text = new StringBuilder(cql);
    int start = tokens.get(0).start();
    for (int i = tokens.size() - 1; i > 0; i--) {
      // Behind a name brackets hold an index.
      if (!tokens.get(i).isSign("[") || tokens.get(i - 1).isName()) {
        continue;
      }
      StringBuilder names = new StringBuilder();
      int next = i + 1;
      while (next + 2 < tokens.size()
          && tokens.get(next).isSign(":")
          && tokens.get(next + 1).isName()
          && (tokens.get(next + 2).isSign(",") || tokens.get(next + 2).isSign("]"))) {
        names.append(tokens.get(next + 1).identifier()).append(',');
        next += 3;
      }
      if (next > i + 1 && tokens.get(next - 1).isSign("]")) {
        text.replace(
            tokens.get(i).start() - start,
            tokens.get(next - 1).end() - start,
            ":\"" + names + "\"");
      }
    }
    return text.toString();
  }

  private List<String> markers(List<Token> tokens, int line) {
    Set<String> markers = new LinkedHashSet<>();
    for (int i = 0; i < tokens.size(); i++) {
      if (tokens.get(i).isSign("?")) {
        throw refused(
            line, "? is bound to nothing", ":NAME, with the name of a column of the data");
      }
      boolean isName =
          tokens.get(i).isSign(":") && i + 1 < tokens.size() && tokens.get(i + 1).isName();
      // In a literal of a map or type a colon stands in front of a value, such as that of a call.
      if (isName && !(i + 2 < tokens.size() && tokens.get(i + 2).isSign("("))) {
        String name = tokens.get(i + 1).identifier();
        if (!CONSTANTS.contains(name)) {
          markers.add(name);
        }
      }
    }
    return List.copyOf(markers);
  }
}
