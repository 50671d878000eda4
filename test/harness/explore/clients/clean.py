"""A client without known defects, in Python's standard library: it creates two Leads and removes one of them.

With the argument `one`, it only creates the first."""

import json
import os
import sys
import time
import urllib.error
import urllib.parse
import urllib.request

URL, KEY, FIRM = (os.environ[name] for name in ("LEAD_API_URL", "LEAD_API_KEY", "LEAD_API_FIRM_ID"))


def send(method, path, body=None):
    data = None if body is None else json.dumps(body).encode()
    headers = {"X-API-Key": KEY, "Content-Type": "application/json"}
    request = urllib.request.Request(f"{URL}/v1{path}", data, headers, method=method)
    try:
        with urllib.request.urlopen(request, timeout=3) as response:
            status, text = response.status, response.read()
    except urllib.error.HTTPError as error:
        status, text = error.code, error.read()
    if status == 429 or status >= 500:
        raise OSError(status)
    if not text and status != 204:
        raise OSError("no body")
    return status, json.loads(text) if text else None


def call(method, path, body=None):
    for pause in (0.3, 0.6, 1.2, 2.4, None):
        try:
            return send(method, path, body)
        except (OSError, ValueError):
            if pause is None:
                raise
            time.sleep(pause)


def find(email):
    query = urllib.parse.urlencode({"filter": json.dumps({"email": email})})
    _, body = call("GET", f"/firms/{FIRM}/leads?{query}")
    return next((lead for lead in body["data"] if lead["email"] == email), None)


def ensure(email):
    person = {"email": email, "firstName": "Maya", "lastName": "Moss", "phone": {"number": "6475550101"}}
    status, _ = call("POST", f"/firms/{FIRM}/leads", person)
    if status not in (201, 409):
        sys.exit(f"POST answers {status}")
    return find(email)["id"]


ensure("maya@example.com")
if sys.argv[1:] == ["one"]:
    sys.exit()
lead = ensure("olga@example.com")
status, _ = call("DELETE", f"/leads/{lead}")
# After a lost response the Lead is already deleted.
if status not in (200, 204, 404):
    sys.exit(f"DELETE answers {status}")
