/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.accuracy;

import java.util.List;
import java.util.Locale;

/** All measured errors, a line for each library, kind of column and quantile. */
final class ErrorCsv {
  private ErrorCsv() {}

  static String of(List<Panel> panels) {
    StringBuilder text =
        new StringBuilder(
            "distribution,n,parts,seeds,library,k,bytes,quantile,rms,minimum,median,maximum\n");
    for (Panel panel : panels) {
      for (LibraryErrors library : panel.libraries()) {
        for (Point point : library.points()) {
          text.append(
              String.format(
                  Locale.ROOT,
                  "%s,%d,%d,%d,%s,%d,%d,%s,%.3e,%.3e,%.3e,%.3e\n",
                  panel.distribution(),
                  panel.n(),
                  panel.parts(),
                  panel.seeds(),
                  library.library(),
                  library.k(),
                  library.bytes(),
                  point.quantile(),
                  point.rms(),
                  point.minimum(),
                  point.median(),
                  point.maximum()));
        }
      }
    }
    return text.toString();
  }
}
