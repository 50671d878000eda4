"""Defect: it treats an unreadable page as the end of the list, and creates the people on the missing pages again."""

import json
import os
import urllib.parse
import urllib.request

URL, KEY, FIRM = (os.environ[name] for name in ("LEAD_API_URL", "LEAD_API_KEY", "LEAD_API_FIRM_ID"))


def send(path, body=None):
    data = None if body is None else json.dumps(body).encode()
    headers = {"X-API-Key": KEY, "Content-Type": "application/json"}
    with urllib.request.urlopen(urllib.request.Request(f"{URL}/v1{path}", data, headers), timeout=2) as response:
        return json.loads(response.read())


seen, total = [], 1
while len(seen) < total:
    query = urllib.parse.urlencode({"limit": 1, "offset": len(seen), "order": '[["createdAt","ASC"]]'})
    try:
        page = send(f"/firms/{FIRM}/leads?{query}")
    except (OSError, ValueError):
        break
    seen += [lead["email"] for lead in page["data"]]
    total = page["meta"]["total"]
for email in ("ada.active@example.com", "ben.active@example.com"):
    if email not in seen:
        send("/firmMembers/HPmember/leads", {"email": email, "firstName": "A", "lastName": "B", "phone": {"number": "6475550100"}})
