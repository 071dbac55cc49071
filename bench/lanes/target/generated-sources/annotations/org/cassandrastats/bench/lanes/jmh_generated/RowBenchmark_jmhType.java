package org.cassandrastats.bench.lanes.jmh_generated;
public class RowBenchmark_jmhType extends RowBenchmark_jmhType_B3 {
}

