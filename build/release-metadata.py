# SPDX-License-Identifier: Apache-2.0
"""Checks what a release says of itself: metadata of its poms, SBOMs, and what the server jar holds and needs."""

import json
import pathlib
import sys
import xml.etree.ElementTree
import zipfile

POM = "{http://maven.apache.org/POM/4.0.0}"
OWN_MODULES = ("udf", "uda", "types", "server", "server/six")

repository, version, checkout = pathlib.Path(sys.argv[1]), sys.argv[2], pathlib.Path(sys.argv[3])
problems = []


def expect(condition, problem):
    if not condition:
        problems.append(problem)


def pom_of(artifact):
    return xml.etree.ElementTree.parse(repository / artifact / version / f"{artifact}-{version}.pom").getroot()


def dependencies(pom):
    for dependency in pom.findall(f"{POM}dependencies/{POM}dependency"):
        yield dependency.findtext(f"{POM}artifactId"), dependency.findtext(f"{POM}scope", "compile")


# Poms without a parent.
WHOLE = ("cassandra-stats", "cassandra-stats-bom")

artifacts = sorted(directory.name for directory in repository.iterdir())
for artifact in artifacts:
    pom = pom_of(artifact)
    # What Maven Central demands: the parent hands down the rest.
    for element in ("name", "description"):
        expect(pom.findtext(POM + element), f"{artifact}: no {element}")
    if artifact not in WHOLE:
        expect(pom.findtext(f"{POM}parent/{POM}artifactId") == "cassandra-stats", f"{artifact}: another parent")
    for form in ("json", "xml"):
        sbom = repository / artifact / version / f"{artifact}-{version}-cyclonedx.{form}"
        expect(sbom.is_file(), f"{artifact}: no {sbom.name}")
        if form == "json" and sbom.is_file():
            name = json.loads(sbom.read_text())["metadata"]["component"]["name"]
            expect(name == artifact, f"{artifact}: its SBOM is that of {name}")
    if pom.findtext(f"{POM}packaging", "jar") == "jar":
        for classifier in ("sources", "javadoc"):
            jar = repository / artifact / version / f"{artifact}-{version}-{classifier}.jar"
            expect(jar.is_file(), f"{artifact}: no {jar.name}")
        for suffix in ("", "-sources"):
            jar = repository / artifact / version / f"{artifact}-{version}{suffix}.jar"
            entries = zipfile.ZipFile(jar).namelist() if jar.is_file() else []
            for text in ("LICENSE", "NOTICE"):
                expect(f"META-INF/{text}" in entries, f"{artifact}: no {text} in {jar.name}")
    tests = list((repository / artifact / version).glob("*-tests.jar*"))
    expect(not tests, f"{artifact}: jars of tests are published")

for path in ("url", "licenses/license/name", "licenses/license/url", "developers/developer/name", "scm/connection",
             "scm/developerConnection", "scm/url"):
    for artifact in WHOLE:
        found = pom_of(artifact).findtext("/".join(POM + element for element in path.split("/")))
        expect(found, f"{artifact}: no {path}")

needed = [name for name, scope in dependencies(pom_of("cassandra-stats-server")) if scope not in ("provided", "test")]
expect(not needed, f"the server jar depends on {needed}")
server = repository / "cassandra-stats-server" / version / f"cassandra-stats-server-{version}.jar"
for entry in zipfile.ZipFile(server).namelist():
    if entry.endswith(".class"):
        source = entry.removesuffix(".class").split("$")[0] + ".java"
        expect(any((checkout / module / "src/main/java" / source).is_file() for module in OWN_MODULES),
               f"the server jar holds {entry}, which is not ours")

print("\n".join(problems) or f"{len(artifacts)} artifacts of version {version}")
sys.exit(1 if problems else 0)
