# SPDX-License-Identifier: Apache-2.0
"""What MkDocs does not do by itself: docs/index.md makes the navigation and llms.txt, and links to what is no page lead
to the repository."""

import posixpath
import re
import shutil
from pathlib import Path

from mkdocs.exceptions import PluginError

ROOT = Path(__file__).parent.parent
LINK = re.compile(r"\[([^\]]*)\]\(([^)#\s]+)(#[^)\s]*)?\)")
PAGES = (".md", ".svg", ".png")
ROW = re.compile(r"^\| (?P<why>.*?) \| (?P<links>\[.*) \|$")
# What Python-Markdown shows of lists, tables and code that it reads otherwise than GitHub: lists need four spaces.
UNREAD = re.compile(r"^(?:<p>)?(?:- |\d+\. |\||```)", re.M)
CODE = re.compile(r"<pre.*?</pre>", re.S)


def on_config(config):
    """One section for each heading of the index, with the pages that it links first."""
    config.nav = [{"Home": "index.md"}]
    seen = {"index.md"}
    for section in re.split(r"^## ", index(), flags=re.M)[1:]:
        pages = []
        for title, target, anchor in LINK.findall(section):
            if target.endswith(".md") and not target.startswith("../") and target not in seen:
                seen.add(target)
                pages.append({title[0].upper() + title[1:]: target})
        config.nav.append({section.splitlines()[0]: pages})
    return config


def on_page_markdown(markdown, page, config, files):
    """Links out of docs/ and to data lead to the repository; a file that is not there is an error. CQL has the colours
    of SQL."""
    folder = posixpath.join("docs", posixpath.dirname(page.file.src_uri))

    def linked(match):
        path = posixpath.normpath(posixpath.join(folder, match[2]))
        if ":" in match[2] or (path.startswith("docs/") and path.endswith(PAGES)):
            return match[0]
        return f"[{match[1]}]({in_repository(config, path, page.file.src_uri)}{match[3] or ''})"

    return LINK.sub(linked, markdown).replace("```cql\n", "```sql\n")


def on_page_content(html, page, config, files):
    """A page that is no longer read as on GitHub is an error."""
    text = CODE.sub("", html)
    found = UNREAD.search(text)
    if found:
        around = text[max(0, found.start() - 100) : found.end() + 100]
        raise PluginError(f"{page.file.src_uri}: Markdown that is not read as on GitHub: {around}")
    # In a table, a bar inside code is escaped for GitHub.
    return html.replace("\\|", "|")


def on_post_build(config):
    """llms.txt, and beside each page its Markdown, to which llms.txt leads."""
    site = Path(config.site_dir)
    docs = Path(config.docs_dir)
    for page in docs.rglob("*.md"):
        shutil.copy(page, site / page.relative_to(docs))
    lines = [f"# {config.site_name}", "", f"> {config.site_description}.", ""]
    for section in re.split(r"^## ", index(), flags=re.M)[1:]:
        rows = [match for match in map(ROW.match, section.splitlines()) if match]
        lines += [f"## {section.splitlines()[0]}", ""] if rows else []
        for row in rows:
            for title, target, anchor in LINK.findall(row["links"]):
                outside = target.startswith("../")
                url = in_repository(config, target[3:], "index.md") if outside else config.site_url + target
                lines.append(f"- [{title}]({url}): {row['why']}")
        lines += [""] if rows else []
    (site / "llms.txt").write_text("\n".join(lines).rstrip() + "\n")


def index():
    return (ROOT / "docs/index.md").read_text()


def in_repository(config, path, page):
    if not (ROOT / path).exists():
        raise PluginError(f"{page}: there is no {path}")
    return f"{config.repo_url}/{'tree' if (ROOT / path).is_dir() else 'blob'}/main/{path}"
