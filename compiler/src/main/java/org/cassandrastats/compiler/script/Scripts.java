/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.compiler.script;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.cassandrastats.catalogue.Catalogue;

/** The scripts for cqlsh, by file name. */
public final class Scripts {
  private Scripts() {}

  /** All scripts of a catalogue. */
  public static Map<String, String> of(Catalogue catalogue) {
    Map<String, String> scripts = new LinkedHashMap<>();
    scripts.put("install.cql", InstallScript.text(catalogue));
    for (String family : catalogue.families()) {
      scripts.put(family + ".cql", FamilyScript.text(catalogue.of(List.of(family)), family));
    }
    scripts.put("uninstall.cql", UninstallScript.text(catalogue));
    scripts.put("grants.cql", GrantsScript.text(catalogue));
    scripts.put("verify.cql", VerifyScript.text(catalogue));
    return scripts;
  }
}
