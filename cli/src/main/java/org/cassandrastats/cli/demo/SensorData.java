/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.demo;

import java.util.Random;

/**
 * Makes readings like those of a thermometer: one per second, with the course of the day, slow
 * drift, noise, and now and then a spike. In degrees Celsius with two decimals.
 */
public final class SensorData {
  private static final double SECONDS_PER_DAY = 86_400;
  private static final double MEAN = 21.5;
  private static final double SWING = 4;
  private static final double NOISE = 0.35;
  private static final double PERSISTENCE = 0.999;
  private static final double DRIFT = 0.02;
  private static final double SPIKE_PROBABILITY = 0.0005;
  private static final double SPIKE = 40;

  private SensorData() {}

  /**
   * Makes a series; the same arguments give the same values.
   *
   * @param rows at least 1
   */
  public static DemoSeries generate(int rows, long seed) {
    Random random = new Random(seed);
    double[] values = new double[rows];
    double drift = 0;
    for (int i = 0; i < rows; i++) {
      drift = PERSISTENCE * drift + DRIFT * random.nextGaussian();
      double spike = random.nextDouble() < SPIKE_PROBABILITY ? SPIKE * random.nextDouble() : 0;
      double value =
          MEAN
              + SWING * Math.sin(2 * Math.PI * i / SECONDS_PER_DAY)
              + drift
              + NOISE * random.nextGaussian()
              + spike;
      values[i] = Math.rint(value * 100) / 100;
    }
    return new DemoSeries("sensor-1", "generated sensor data, seed " + seed, values);
  }
}
