from datetime import timedelta

import pytest
from client import refer, send
from lead_sandbox import LeadSandboxError


def test_all(lead_workspace):
    w = lead_workspace
    assert w.url and w.api_key and w.realtor_key and w.firm_id and w.member_id and w.referral_code
    status, lead = refer(w, "maya@example.com")
    assert status == 201
    mail = w.wait_for_mail(to="maya@example.com", subject="sign up")
    assert mail["links"] and mail["html"]
    assert [one["state"] for one in w.sign_up("maya@example.com", firstName="M")["leads"]] == ["Converted"]
    _, other = refer(w, "other@example.com")
    assert w.archive(other["data"]["id"])["state"] == "Archived"
    w.advance("PT1H")
    w.advance(timedelta(minutes=30))
    fault = w.plan_fault({"match": {"method": "GET"}, "then": {"status": 503}, "times": 1})
    assert fault["id"]
    assert send(w, "GET", "/v1/leads")[0] == 503
    assert [one["method"] for one in w.requests()] == ["POST", "POST", "GET"]
    assert "-> 503" in w.report()
    w.use_quota(500)
    assert send(w, "GET", "/v1/leads")[0] == 429
    w.reset()
    assert send(w, "GET", "/v1/leads")[0] == 200


def test_errors(lead_workspace):
    with pytest.raises(LeadSandboxError, match="No mail matched") as late:
        lead_workspace.wait_for_mail(to="nobody@example.com", timeout=0.01)
    assert late.value.status == 404
    with pytest.raises(LeadSandboxError, match="thn") as unknown:
        lead_workspace.plan_fault({"thn": {}})
    assert unknown.value.fields


@pytest.mark.lead_sandbox(now="2026-03-02T09:00:00Z")
def test_options(lead_workspace, lead_sandbox):
    assert lead_workspace.call("GET", "/clock")["now"] == "2026-03-02T09:00:00.000Z"
    other = lead_sandbox.workspace(label=None, fixture="empty")
    assert other.id != lead_workspace.id
    other.drop()


@pytest.mark.parametrize("number", range(20))
def test_each(lead_workspace, number):
    assert refer(lead_workspace, "same@example.com")[0] == 201
    assert len(lead_workspace.requests()) == 1
