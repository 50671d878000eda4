"""Creates four Leads in a pool of threads, and accepts every success."""

import json
import os
import urllib.request
from concurrent.futures import ThreadPoolExecutor

URL, KEY, FIRM = (os.environ[name] for name in ("LEAD_API_URL", "LEAD_API_KEY", "LEAD_API_FIRM_ID"))


def create(name):
    person = {"email": f"{name}@example.com", "firstName": "Maya", "lastName": "Moss"}
    headers = {"X-API-Key": KEY, "Content-Type": "application/json"}
    request = urllib.request.Request(f"{URL}/v1/firms/{FIRM}/leads", json.dumps(person).encode(), headers)
    with urllib.request.urlopen(request, timeout=5) as response:
        return response.status


with ThreadPoolExecutor(4) as pool:
    print(len(list(pool.map(create, ["maya", "nora", "omar", "ugo"]))), "Leads")
