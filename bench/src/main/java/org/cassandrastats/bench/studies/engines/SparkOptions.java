/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies.engines;

import java.nio.file.Path;
import java.util.List;
import org.cassandrastats.bench.harness.StudyContext;
import picocli.CommandLine.Option;

/** How a study starts Spark, and where it and the nodes run. */
final class SparkOptions {
  private static final int NODES_PROCESSOR = 0;
  private static final int SPARK_PROCESSOR = 1;

  @Option(
      names = "--spark-classpath",
      paramLabel = "FILE",
      description =
          "What the build of the module bench/spark has written. Default:"
              + " bench/spark/target/classpath of the checkout.")
  private Path classPath;

  @Option(
      names = "--spark-heap",
      paramLabel = "SIZE",
      defaultValue = "2g",
      description = "Largest heap of Spark. Default: ${DEFAULT-VALUE}.")
  private String heap;

  @Option(
      names = "--pin",
      description =
          "Give one processor to the nodes and another one to Spark, with taskset. spark-source runs"
              + " the client on that of Spark.")
  private boolean pinned;

  SparkProcess.ClassPath classPath() {
    return SparkProcess.ClassPath.of(classPath);
  }

  String heap() {
    return heap;
  }

  boolean isPinned() {
    return pinned;
  }

  /** Has the nodes share one processor, if they are to. */
  void pinNodes(StudyContext bench) {
    if (pinned) {
      bench
          .target()
          .management()
          .forEach(node -> Pinned.to(NODES_PROCESSOR, node.node().process().pid()));
    }
  }

  /** Has this process run on the processor of Spark, if that has one. */
  void pinClient() {
    if (pinned) {
      Pinned.to(SPARK_PROCESSOR, ProcessHandle.current().pid());
    }
  }

  SparkProcess start(StudyContext bench, SparkProcess.ClassPath jars, String threads) {
    bench.console().say("Starting Spark ...");
    return new SparkProcess(
        bench.session(), jars, heap, pinned ? Pinned.prefix(SPARK_PROCESSOR) : List.of(), threads);
  }
}
