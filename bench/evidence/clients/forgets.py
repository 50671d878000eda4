"""Sends two people and takes every answer for a success."""
import json, os, urllib.request

for email in ("kim@example.com", "lou@example.com"):
    request = urllib.request.Request(
        f"{os.environ['LEAD_API_URL']}/v1/firms/{os.environ['LEAD_API_FIRM_ID']}/leads",
        json.dumps({"email": email, "firstName": "Kim", "lastName": "Koh", "phone": {"number": "416-555-0106"}}).encode(),
        {"X-API-Key": os.environ["LEAD_API_KEY"], "Content-Type": "application/json"})
    try:
        urllib.request.urlopen(request, timeout=5).read()
    except Exception as error:
        print("warning:", type(error).__name__)
