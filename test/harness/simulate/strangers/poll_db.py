"""Keeps the Leads of a Firm in SQLite, and writes them as JSON lines. Reads everything in each run."""

import json
import os
import sqlite3
import urllib.parse
import urllib.request

HOME = os.environ["LEAD_SANDBOX_STATE"]


def leads():
    """Yields every Lead, oldest first, page after page."""
    seen = 0
    while True:
        query = urllib.parse.urlencode(
            {
                "scope": "withDeleted",
                "order": '[["createdAt","ASC"]]',
                "limit": 50,
                "offset": seen,
            }
        )
        request = urllib.request.Request(
            f"{os.environ['LEAD_API_URL']}/v1/firms/{os.environ['LEAD_API_FIRM_ID']}/leads?{query}",
            headers={"X-API-Key": os.environ["LEAD_API_KEY"]},
        )
        with urllib.request.urlopen(request, timeout=30) as answer:
            page = json.load(answer)
        yield from page["data"]
        seen += len(page["data"])
        if not page["data"] or seen >= page["meta"]["total"]:
            return


def state(lead):
    if lead["deletedAt"] is None:
        return "Active"
    return "Converted" if lead["convertedAt"] else "Archived"


with sqlite3.connect(os.path.join(HOME, "crm.db")) as db:
    db.execute("create table if not exists people (lead_id text primary key, email text, state text)")
    for lead in leads():
        db.execute(
            "insert into people values (?, ?, ?) on conflict (lead_id) do update"
            " set email = excluded.email, state = excluded.state",
            (lead["id"], lead["email"], state(lead)),
        )

new = os.path.join(HOME, "ledger.new")
with open(new, "w", encoding="utf-8") as file:
    for lead_id, email, name in db.execute("select lead_id, email, state from people"):
        print(json.dumps({"lead_id": lead_id, "email": email, "state": name}), file=file)
os.replace(new, os.path.join(HOME, "ledger.json"))
