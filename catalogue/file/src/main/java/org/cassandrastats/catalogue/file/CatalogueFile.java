/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.catalogue.file;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import org.cassandrastats.catalogue.Catalogue;

/** The catalogue that the compiler made of the annotated methods of this version. */
public final class CatalogueFile {
  private static final String RESOURCE = "/catalogue.json";

  private CatalogueFile() {}

  /**
   * Reads it.
   *
   * @throws IllegalStateException if the build did not make it
   */
  public static Catalogue read() {
    try (InputStream json = CatalogueFile.class.getResourceAsStream(RESOURCE)) {
      if (json == null) {
        throw new IllegalStateException(RESOURCE + " is missing: build the module catalogue/file");
      }
      return new ObjectMapper().readValue(json, Catalogue.class);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
