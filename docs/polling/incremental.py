"""Incremental: reads what changed since the newest time that the ledger has, less five minutes."""
import json, os, urllib.parse, urllib.request
from datetime import datetime, timedelta

base, key = os.environ["LEAD_API_URL"], os.environ["LEAD_API_KEY"]
firm, ledger = os.environ["LEAD_API_FIRM_ID"], os.environ.get("LEAD_SANDBOX_STATE", ".") + "/ledger.json"

def get(**query):
    url = f"{base}/v1/firms/{firm}/leads?{urllib.parse.urlencode(query)}"
    request = urllib.request.Request(url, headers={"X-API-Key": key})
    with urllib.request.urlopen(request, timeout=30) as response:
        return json.load(response)["data"]

def row(lead):
    state = "Active" if not lead["deletedAt"] else "Converted" if lead["convertedAt"] else "Archived"
    return {"id": lead["id"], "state": state, "at": max(lead["updatedAt"], lead["deletedAt"] or "")}

rows = {row["id"]: row for row in json.load(open(ledger))} if os.path.exists(ledger) else {}
mark = max([row["at"] for row in rows.values()], default="1970-01-02T00:00:00.000Z")  # times of the server only
newest = datetime.fromisoformat(mark.replace("Z", "+00:00")).replace(tzinfo=None)  # always in UTC
since = (newest - timedelta(minutes=5)).isoformat(timespec="milliseconds") + "Z"
for field in ("updatedAt", "deletedAt"):  # a conversion and an archival move deletedAt only
    page, offset = None, 0
    while page is None or len(page) == 100:
        page = get(scope="withDeleted", filter=json.dumps({field: {"$gte": since}}), limit=100, offset=offset)
        rows.update({lead["id"]: row(lead) for lead in page})
        offset += len(page)

with open(f"{ledger}.new", "w") as file:
    json.dump(list(rows.values()), file)
os.replace(f"{ledger}.new", ledger)  # rows and their times at once
