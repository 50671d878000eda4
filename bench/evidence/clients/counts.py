"""Reads all pages of the Firm's Leads and prints how many there are; ends with 1 at the first trouble."""
import json, os, sys, urllib.parse, urllib.request

base, firm = os.environ["LEAD_API_URL"], os.environ["LEAD_API_FIRM_ID"]
seen, total = set(), None
try:
    offset = 0
    while total is None or offset < total:
        query = urllib.parse.urlencode({"limit": 50, "offset": offset, "order": '[["createdAt","ASC"]]', "scope": "withDeleted"})
        request = urllib.request.Request(f"{base}/v1/firms/{firm}/leads?{query}", headers={"X-API-Key": os.environ["LEAD_API_KEY"]})
        with urllib.request.urlopen(request, timeout=10) as response:
            page = json.load(response)
        if not page["data"]:
            break
        seen.update(lead["id"] for lead in page["data"])
        total, offset = page["meta"]["total"], offset + len(page["data"])
except Exception as error:
    sys.exit(f"{type(error).__name__}")
print(len(seen), "Leads")
