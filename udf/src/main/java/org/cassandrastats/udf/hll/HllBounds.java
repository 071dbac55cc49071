/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.udf.hll;

import static org.cassandrastats.udf.state.LittleEndian.getInt;

import java.nio.ByteBuffer;

/**
 * Relative errors that a number of standard deviations stands for: those of Apache DataSketches.
 */
final class HllBounds {
  /** Of an estimate by coupons, for one standard deviation. */
  private static final double COUPON_ERROR = 0.409 / (1 << 13);

  /** The largest lg_k whose errors are measured; above, they follow from the asymptotic ones. */
  private static final int MEASURED_LG_K = 12;

  /** sqrt(ln 2) and sqrt(3 ln 2 - 1). */
  private static final double HIP_FACTOR = 0.8325546111576977;

  private static final double MERGED_FACTOR = 1.0389617614136892;

  private HllBounds() {}

  static void require(int deviations) {
    if (deviations < 1 || deviations > 3) {
      throw new IllegalArgumentException(
          "hll: expected 1, 2 or 3 standard deviations, found " + deviations);
    }
  }

  /** The part of the estimate that the lower bound is divided by, less 1. */
  static double below(ByteBuffer state, int deviations) {
    double error = deviations * COUPON_ERROR;
    if (HllState.mode(state) == HllState.SLOTS) {
      int lgK = state.get(HllState.LG_K);
      boolean isMerged = (state.get(HllState.FLAGS) & HllState.OUT_OF_ORDER) != 0;
      if (lgK > MEASURED_LG_K) {
        error = deviations * (isMerged ? MERGED_FACTOR : HIP_FACTOR) / Math.sqrt(1 << lgK);
      } else {
        double[] measured =
            isMerged
                ? new double[] {
                  0.254409839, 0.682266712, 1.304022158, 0.181817353, 0.443389054, 0.778776219,
                  0.129432281, 0.295782195, 0.49252279, 0.091640655, 0.201175925, 0.323664385,
                  0.064858051, 0.138523393, 0.218805328, 0.045851855, 0.095925072, 0.148635751,
                  0.032454144, 0.067009668, 0.102660669, 0.022921382, 0.046868565, 0.071307398,
                  0.016155679, 0.032825719, 0.049677541
                }
                : new double[] {
                  0.207316195, 0.502865572, 0.882303765, 0.146981579, 0.335426881, 0.557052,
                  0.104026721, 0.227683872, 0.365888317, 0.073614601, 0.156781585, 0.245740374,
                  0.05205248, 0.108783763, 0.168030442, 0.036770852, 0.075727545, 0.11593785,
                  0.025990219, 0.053145536, 0.080772263, 0.018373987, 0.037266176, 0.056271814,
                  0.012936253, 0.02613829, 0.039387631
                };
        error = measured[3 * (lgK - HllState.MINIMUM_LG_K) + deviations - 1];
      }
    }
    return error;
  }

  /** 1, less the part of the estimate that the upper bound is divided by. */
  static double above(ByteBuffer state, int deviations) {
    double error = deviations * COUPON_ERROR;
    if (HllState.mode(state) == HllState.SLOTS) {
      int lgK = state.get(HllState.LG_K);
      boolean isMerged = (state.get(HllState.FLAGS) & HllState.OUT_OF_ORDER) != 0;
      if (lgK > MEASURED_LG_K) {
        error = deviations * (isMerged ? MERGED_FACTOR : HIP_FACTOR) / Math.sqrt(1 << lgK);
      } else {
        double[] measured =
            isMerged
                ? new double[] {
                  0.256980172, 0.411905944, 0.52651057, 0.182332109, 0.310275547, 0.412660505,
                  0.129314228, 0.230142294, 0.315636197, 0.091584836, 0.16834013, 0.236346847,
                  0.06487411, 0.122045231, 0.174112107, 0.04591465, 0.08784505, 0.126917615,
                  0.032433119, 0.062897613, 0.091862929, 0.022960633, 0.044875401, 0.065736049,
                  0.016186662, 0.031827816, 0.046973459
                }
                : new double[] {
                  0.207805347, 0.355574279, 0.475535095, 0.146988328, 0.262390832, 0.360864026,
                  0.103877775, 0.191503663, 0.269311582, 0.073452978, 0.138513438, 0.198487447,
                  0.051982806, 0.099703123, 0.144128618, 0.036768609, 0.07138158, 0.104430324,
                  0.025991325, 0.050854296, 0.0748143, 0.01834533, 0.036121138, 0.05327616,
                  0.012920332, 0.025572893, 0.037896952
                };
        error = measured[3 * (lgK - HllState.MINIMUM_LG_K) + deviations - 1];
      }
    }
    return error;
  }

  /** Different values that there are at least: as many coupons, or slots that are not zero. */
  static int least(ByteBuffer state) {
    int least = 0;
    if (HllState.mode(state) != HllState.SLOTS) {
      least = HllState.count(state);
    } else {
      least = 1 << state.get(HllState.LG_K);
      least -= state.get(HllState.SMALLEST) == 0 ? getInt(state, HllState.AT_SMALLEST) : 0;
    }
    return least;
  }
}
