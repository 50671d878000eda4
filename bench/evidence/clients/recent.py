"""Keeps the Leads of the last 90 days, by the sandbox's clock, and rewrites the ledger at every run."""
import json, os, urllib.parse, urllib.request
from datetime import datetime, timedelta

base, firm, folder = os.environ["LEAD_API_URL"], os.environ["LEAD_API_FIRM_ID"], os.environ["LEAD_SANDBOX_STATE"]
now = datetime.fromisoformat(os.environ["LEAD_SANDBOX_NOW"].replace("Z", "+00:00"))
oldest = (now - timedelta(days=90)).strftime("%Y-%m-%dT%H:%M:%S.000Z")
rows = []
while True:
    query = urllib.parse.urlencode({"scope": "withDeleted", "limit": 100, "offset": len(rows), "order": '[["createdAt","ASC"]]',
                                    "filter": json.dumps({"createdAt": {"$gte": oldest}})})
    request = urllib.request.Request(f"{base}/v1/firms/{firm}/leads?{query}", headers={"X-API-Key": os.environ["LEAD_API_KEY"]})
    with urllib.request.urlopen(request, timeout=20) as response:
        page = json.load(response)["data"]
    rows += page
    if len(page) < 100:
        break
with open(folder + "/new.json", "w") as file:
    json.dump([{"id": lead["id"], "email": lead["email"],
                "state": ("Converted" if lead["convertedAt"] else "Archived") if lead["deletedAt"] else "Active"} for lead in rows], file)
os.replace(folder + "/new.json", folder + "/ledger.json")
