"""Sends a person to the Firm and, if that fails, to one of its members."""
import json, os, sys, urllib.request

def post(path):
    body = {"email": "quin@example.com", "firstName": "Quin", "lastName": "Quade", "phone": {"number": "416-555-0111"}}
    request = urllib.request.Request(f"{os.environ['LEAD_API_URL']}/v1{path}", json.dumps(body).encode(),
                                     {"X-API-Key": os.environ["LEAD_API_KEY"], "Content-Type": "application/json"})
    return urllib.request.urlopen(request, timeout=5).status

member = os.environ["LEAD_API_MEMBER_ID"]
for path in (f"/firms/{os.environ['LEAD_API_FIRM_ID']}/leads", f"/firmMembers/{member}/leads"):
    try:
        if post(path) == 201:
            sys.exit(0)
    except OSError as error:
        print(type(error).__name__, file=sys.stderr)
sys.exit(1)
