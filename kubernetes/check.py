#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks what the kustomizations of this directory build: against the schemas of Kubernetes and of the operators, and that
the alerts are those of monitoring/rules.yml.

Unknown fields are errors, and so are manifests without a schema.

Usage: check.py [CRD FILE]...

Needs kustomize or kubectl, and: pip install jsonschema==4.25.1 kubernetes-validate==1.37.0 pyyaml==6.0.3. Without files, the schemas of the
operators are downloaded from their releases.
"""
import pathlib
import shutil
import subprocess
import sys
import urllib.error
import urllib.request

import jsonschema
import kubernetes_validate
import yaml

HERE = pathlib.Path(__file__).resolve().parent
KUBERNETES = "1.37"
GITHUB = "https://raw.githubusercontent.com/"
PROMETHEUS = GITHUB + "prometheus-operator/prometheus-operator/v0.93.0/example/prometheus-operator-crd/monitoring.coreos.com_"
CRDS = [
    GITHUB + "k8ssandra/cass-operator/v1.32.0/config/crd/bases/cassandra.datastax.com_cassandradatacenters.yaml",
    GITHUB + "k8ssandra/k8ssandra-operator/v1.32.5/config/crd/bases/k8ssandra.io_k8ssandraclusters.yaml",
    PROMETHEUS + "podmonitors.yaml",
    PROMETHEUS + "prometheusrules.yaml",
]


def download(url):
    try:
        return urllib.request.urlopen(url, timeout=60).read().decode()
    except urllib.error.URLError as error:
        sys.exit(f"{url} cannot be read ({error.reason}): expected it, or the files of these schemas as arguments")


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
    if kind in known:
        validator = jsonschema.Draft202012Validator(known[kind])
        return [f"{error.json_path}: {error.message}" for error in validator.iter_errors(document)]
    try:
        kubernetes_validate.validate(document, KUBERNETES, strict=True)
    except kubernetes_validate.SchemaNotFoundError:
        return ["no schema of {}/{}".format(*kind)]
    except kubernetes_validate.ValidationError as error:
        return [f"{error.path}: {error.message}"]
    return []


def manifests():
    tool = shutil.which("kustomize") or shutil.which("kubectl") or sys.exit("there is neither kustomize nor kubectl")
    for file in sorted(HERE.glob("*-operator/kustomization.yaml")) or sys.exit("no kustomization was found"):
        command = [tool, "build" if tool.endswith("kustomize") else "kustomize", file.parent]
        yield file.parent.name, subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout


def main(files):
    if files:
        texts = [pathlib.Path(file).read_text() for file in files]
    else:
        texts = [download(url) for url in CRDS]
    known = schemas(texts)
    wrong = False
    for name, text in manifests():
        for document in yaml.safe_load_all(text):
            found = errors(document, known)
            print(f"{name}, {document['kind']} {document['metadata']['name']}: {'; '.join(found) or 'valid'}")
            wrong |= bool(found)
    rules = yaml.safe_load((HERE.parent / "monitoring/rules.yml").read_text())
    if yaml.safe_load((HERE / "base/prometheus-rule.yaml").read_text())["spec"] != rules:
        print("base/prometheus-rule.yaml: other alerts than those of monitoring/rules.yml")
        wrong = True
    return int(wrong)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
