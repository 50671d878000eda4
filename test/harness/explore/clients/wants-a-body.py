"""Defect: it depends on the body of the DELETE response, which the interface leaves open."""

import json
import os
import urllib.request

URL, KEY = os.environ["LEAD_API_URL"], os.environ["LEAD_API_KEY"]


def send(method, path):
    request = urllib.request.Request(f"{URL}/v1{path}", headers={"X-API-Key": KEY}, method=method)
    with urllib.request.urlopen(request, timeout=2) as response:
        return json.loads(response.read())


lead = send("GET", "/leads?limit=1")["data"][0]
assert send("DELETE", f"/leads/{lead['id']}")["data"]["id"] == lead["id"]
