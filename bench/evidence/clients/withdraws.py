"""Creates a Lead that a person then withdraws: it is deleted, and a second DELETE that finds nothing is as good."""
import http.client, json, os, sys, time, urllib.parse

url = urllib.parse.urlsplit(os.environ["LEAD_API_URL"])
firm, key = os.environ["LEAD_API_FIRM_ID"], os.environ["LEAD_API_KEY"]
email = "gus@example.com"


def call(method, path, body=None):
    for attempt in range(7):
        connection = http.client.HTTPConnection(url.hostname, url.port, timeout=5)
        try:
            connection.request(method, "/v1" + path, json.dumps(body) if body else None,
                               {"X-API-Key": key, "Content-Type": "application/json"})
            response = connection.getresponse()
            text = response.read()
            if response.status != 429 and response.status < 500:
                return response.status, json.loads(text) if text else None
        except (OSError, http.client.HTTPException, ValueError):
            pass
        finally:
            connection.close()
        time.sleep(0.25 * 2**attempt)
    sys.exit("the service does not answer")


status, _ = call("POST", f"/firms/{firm}/leads",
                 {"email": email, "firstName": "Gus", "lastName": "Gray", "phone": {"number": "416-555-0102"}})
if status not in (201, 409):
    sys.exit(f"create: {status}")
query = urllib.parse.urlencode({"filter": json.dumps({"email": email}), "scope": "withDeleted"})
status, found = call("GET", f"/firms/{firm}/leads?{query}")
if status != 200 or not found["data"]:
    sys.exit(f"look-up: {status}")
lead = found["data"][0]
if lead["deletedAt"] is None:
    status, _ = call("DELETE", f"/leads/{lead['id']}")
    if status not in (200, 204, 404):
        sys.exit(f"delete: {status}")
