"""Defect: an error in a thread ends only that thread, and the program exits with 0."""

import json
import os
import threading
import urllib.request

URL, KEY, FIRM = (os.environ[name] for name in ("LEAD_API_URL", "LEAD_API_KEY", "LEAD_API_FIRM_ID"))


def create(name):
    person = {"email": f"{name}@example.com", "firstName": name, "lastName": "Moss", "phone": {"number": "6475550100"}}
    headers = {"X-API-Key": KEY, "Content-Type": "application/json"}
    request = urllib.request.Request(f"{URL}/v1/firms/{FIRM}/leads", json.dumps(person).encode(), headers)
    urllib.request.urlopen(request, timeout=2).read()


threads = [threading.Thread(target=create, args=[name]) for name in ("maya", "noah")]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
