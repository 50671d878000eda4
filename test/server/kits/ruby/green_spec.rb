# frozen_string_literal: true

require_relative "lead_sandbox"
require_relative "client"

RSpec.describe "the kit" do
  include Client

  it "has all methods" do
    w = lead_workspace
    expect([w.url, w.api_key, w.realtor_key, w.firm_id, w.member_id, w.referral_code]).not_to include(nil)
    expect(refer(w, "maya@example.com").code).to eq("201")
    mail = w.wait_for_mail(to: "maya@example.com", subject: "sign up")
    expect(mail["links"]).not_to be_empty
    expect(w.sign_up("maya@example.com", firstName: "M")["leads"][0]["state"]).to eq("Converted")
    other = JSON.parse(refer(w, "other@example.com").body)["data"]["id"]
    expect(w.archive(other)["state"]).to eq("Archived")
    w.advance("PT90M")
    w.plan_fault({ match: { method: "GET" }, then: { status: 503 }, times: 1 })
    expect(send_request(w, "GET", "/v1/leads").code).to eq("503")
    expect(w.requests.map { |one| one["method"] }).to eq(%w[POST POST GET])
    expect(w.report).to include("-> 503")
    w.use_quota(500)
    expect(send_request(w, "GET", "/v1/leads").code).to eq("429")
    w.reset
    expect(send_request(w, "GET", "/v1/leads").code).to eq("200")
  end

  it "raises errors with a status" do
    expect { lead_workspace.wait_for_mail(to: "nobody@example.com", timeout: 0.01) }
      .to raise_error(LeadSandbox::Error, /No mail matched/) { |error| expect(error.status).to eq(404) }
  end

  it "takes options", lead_sandbox: { now: "2026-03-02T09:00:00Z" } do
    expect(lead_workspace.call("GET", "/clock")["now"]).to eq("2026-03-02T09:00:00.000Z")
  end
end
