"""Mirrors all Leads into SQLite at every run, in one transaction."""
import json, os, sqlite3, urllib.parse, urllib.request

base, firm = os.environ["LEAD_API_URL"], os.environ["LEAD_API_FIRM_ID"]
rows, offset = [], 0
while True:
    query = urllib.parse.urlencode({"scope": "withDeleted", "order": '[["createdAt","ASC"]]', "limit": 100, "offset": offset})
    request = urllib.request.Request(f"{base}/v1/firms/{firm}/leads?{query}", headers={"X-API-Key": os.environ["LEAD_API_KEY"]})
    with urllib.request.urlopen(request, timeout=20) as response:
        answer = json.load(response)
    rows += answer["data"]
    offset += len(answer["data"])
    if not answer["data"] or offset >= answer["meta"]["total"]:
        break

with sqlite3.connect(os.environ["LEAD_SANDBOX_STATE"] + "/crm.db") as db:
    db.execute("create table if not exists leads (id text primary key, email text, state text)")
    for lead in rows:
        state = "Active" if lead["deletedAt"] is None else "Converted" if lead["convertedAt"] else "Archived"
        db.execute("insert into leads values (?, ?, ?) on conflict (id) do update set email = excluded.email, state = excluded.state",
                   (lead["id"], lead["email"], state))
