"""What the served site writes to its logs: no links, no codes, no words that people typed, no addresses of people."""

from __future__ import annotations

import json
from pathlib import Path

from benchmarks.serving import Person, Site, serving

SECRETS = ("/s/", "/check/", "LinkOfTests1", "kobold", "Secretname", "127.0.0.1", "rosters/", "sessionid")


def test_neither_log_names_a_link_a_code_or_a_person(site: Site, tmp_path: Path) -> None:
    errors, answers = tmp_path / "errors", tmp_path / "answers"
    with serving(site, "--access-logfile", str(answers), "--error-logfile", str(errors)):
        person = Person(site)
        code = person.started("Secretname", 1000)
        share = person.post(f"/rosters/{code}/share/", {"kind": "view"})
        link = person.get(share.location).text.partition("https://localhost/s/")[2][:12]
        before = (site.folder / "server.log").stat().st_size
        asked = (f"/s/{link}/", "/s/LinkOfTests1/?d=kobold", "/check/LinkOfTests1/", f"/rosters/{code}x/", "/?q=kobold")
        statuses = [person.get(path).status for path in asked]
    assert statuses == [200, 404, 404, 404, 200]
    site_log = (site.folder / "server.log").read_text()[before:]
    answer_log = answers.read_text()
    for secret in (*SECRETS, link, code):
        assert secret not in site_log + answer_log, secret
    assert [json.loads(line)["status"] for line in answer_log.splitlines()][-5:] == statuses
    assert [json.loads(line)["route"] for line in site_log.splitlines()] == ["shared", "check-shared", "roster"]
