"""Follows the guide: names its limit, accepts every success, fails on any refusal, keeps only the fields it needs."""
import json, os, sys, urllib.error, urllib.parse, urllib.request
URL, KEY, FIRM = (os.environ[n] for n in ("LEAD_API_URL", "LEAD_API_KEY", "LEAD_API_FIRM_ID"))


def call(method, path, body=None):
    data = None if body is None else json.dumps(body).encode()
    headers = {"X-API-Key": KEY, "Content-Type": "application/json"}
    request = urllib.request.Request(f"{URL}/v1{path}", data, headers, method=method)
    try:
        with urllib.request.urlopen(request, timeout=5) as answer:
            text = answer.read()
            return answer.status, json.loads(text) if text else None
    except urllib.error.HTTPError as error:
        sys.exit(f"{method} {path} answers {error.code}")


for email, first in (("ann@example.com", "Ann"), ("bob@example.com", "Bob")):
    call("POST", f"/firms/{FIRM}/leads", {"email": email, "firstName": first, "lastName": "Archer", "phone": {"number": "4165550101"}})
ids, offset = {}, 0
while True:
    _, page = call("GET", f"/firms/{FIRM}/leads?" + urllib.parse.urlencode({"limit": 50, "offset": offset}))
    for lead in page["data"]:
        ids[lead["email"]] = lead["id"]
    offset += len(page["data"])
    if not page["data"] or offset >= int(page["meta"]["total"]):
        break
call("PATCH", f"/leads/{ids['ann@example.com']}", {"lastName": "Bowman"})
call("DELETE", f"/leads/{ids['bob@example.com']}")
print(f"{len(ids)} Leads")
