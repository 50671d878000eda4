"""Imports three people. It looks up before each create and after each lost answer, and waits longer after each refusal."""
import json, os, sys, time, urllib.error, urllib.parse, urllib.request

base = f"{os.environ['LEAD_API_URL']}/v1"
firm, key = os.environ["LEAD_API_FIRM_ID"], os.environ["LEAD_API_KEY"]
people = [("ana@example.com", "Ana", "Abel"), ("ben@example.com", "Ben", "Bell"), ("cleo@example.com", "Cleo", "Cruz")]


class Refused(Exception):
    pass


def call(method, path, body=None):
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(base + path, data, {"X-API-Key": key, "Content-Type": "application/json"}, method=method)
    try:
        with urllib.request.urlopen(request, timeout=5) as response:
            return response.status, json.load(response)
    except urllib.error.HTTPError as error:
        if error.code == 429 or error.code >= 500:
            raise
        return error.code, None


def known(email):
    query = urllib.parse.urlencode({"filter": json.dumps({"email": email}), "scope": "withDeleted"})
    status, answer = call("GET", f"/firms/{firm}/leads?{query}")
    if status != 200:
        raise Refused(f"look-up: {status}")
    return len(answer["data"]) > 0


def send(email, first, last):
    if known(email):
        return
    body = {"email": email, "firstName": first, "lastName": last, "phone": {"number": "416-555-0100"}}
    status, _ = call("POST", f"/firms/{firm}/leads", body)
    if status not in (201, 409):
        raise Refused(f"create: {status}")


failed = 0
for number, person in enumerate(people, 1):
    for attempt in range(6):
        try:
            send(*person)
            print(f"row {number}: done")
            break
        except Refused as error:
            print(f"row {number}: {error}", file=sys.stderr)
            failed += 1
            break
        except (OSError, ValueError) as error:
            if attempt == 5:
                print(f"row {number}: {type(error).__name__}", file=sys.stderr)
                failed += 1
            time.sleep(0.3 * 2**attempt)
sys.exit(1 if failed else 0)
