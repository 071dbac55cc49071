#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks the manifests of this directory against the schemas of the operators.

Unknown fields are errors, and so are manifests without a schema, and a directory without manifests.

Usage: check.py [CRD FILE]...

Needs: pip install jsonschema==4.25.1 pyyaml==6.0.3. Without files, the schemas are downloaded from the operators' releases.
"""
import pathlib
import sys
import urllib.request

import jsonschema
import yaml

CRDS = [
    "https://raw.githubusercontent.com/k8ssandra/cass-operator/v1.32.0/config/crd/bases/"
    "cassandra.datastax.com_cassandradatacenters.yaml",
    "https://raw.githubusercontent.com/k8ssandra/k8ssandra-operator/v1.32.5/config/crd/bases/"
    "k8ssandra.io_k8ssandraclusters.yaml",
]


def strict(schema):
    """The API server drops fields that a schema does not name, or keeps what nobody reads: here they are errors."""
    if isinstance(schema, list):
        return [strict(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    result = {key: strict(value) for key, value in schema.items() if key != "properties"}
    if "properties" in schema:
        result["properties"] = {key: strict(value) for key, value in schema["properties"].items()}
        result.setdefault("additionalProperties", False)
    if schema.get("x-kubernetes-int-or-string"):
        return {}
    return result


def schemas(texts):
    found = {}
    for text in texts:
        crd = yaml.safe_load(text)
        for version in crd["spec"]["versions"]:
            schema = strict(version["schema"]["openAPIV3Schema"])
            schema["properties"]["metadata"] = {"type": "object"}
            spec = schema["properties"]["spec"]["properties"]
            if "config" in spec:
                # As the operator's own patch does: configuration is what its builder takes.
                spec["config"] = {"type": "object"}
            found[crd["spec"]["group"] + "/" + version["name"], crd["spec"]["names"]["kind"]] = schema
    return found


def errors(document, known):
    kind = document.get("apiVersion"), document.get("kind")
    if kind not in known:
        return ["no schema of {}/{}".format(*kind)]
    validator = jsonschema.Draft202012Validator(known[kind])
    return [f"{error.json_path}: {error.message}" for error in validator.iter_errors(document)]


def main(files):
    if files:
        texts = [pathlib.Path(file).read_text() for file in files]
    else:
        texts = [urllib.request.urlopen(url, timeout=60).read().decode() for url in CRDS]
    known = schemas(texts)
    manifests = sorted(pathlib.Path(__file__).parent.glob("*.y*ml"))
    if not manifests:
        return "no manifest was found"
    wrong = False
    for manifest in manifests:
        documents = list(yaml.safe_load_all(manifest.read_text())) or [None]
        found = [error for document in documents for error in errors(document or {}, known)]
        print(f"{manifest.name}: {'; '.join(found) or 'valid'}")
        wrong |= bool(found)
    return int(wrong)


sys.exit(main(sys.argv[1:]))
