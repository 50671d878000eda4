"""Follows Leads by reading the active ones; what is gone from the list keeps its last row."""
import json, os, urllib.parse, urllib.request

file = os.environ["LEAD_SANDBOX_STATE"] + "/ledger.json"
rows = json.load(open(file)) if os.path.exists(file) else {}
offset = 0
while True:
    query = urllib.parse.urlencode({"limit": 100, "offset": offset, "order": '[["createdAt","ASC"]]'})
    request = urllib.request.Request(f"{os.environ['LEAD_API_URL']}/v1/firms/{os.environ['LEAD_API_FIRM_ID']}/leads?{query}",
                                     headers={"X-API-Key": os.environ["LEAD_API_KEY"]})
    with urllib.request.urlopen(request, timeout=20) as response:
        page = json.load(response)["data"]
    for lead in page:
        rows[lead["id"]] = {"id": lead["id"], "email": lead["email"], "state": "Converted" if lead["convertedAt"] else "Active"}
    offset += len(page)
    if len(page) < 100:
        break
json.dump(rows, open(file + ".new", "w"))
os.replace(file + ".new", file)
