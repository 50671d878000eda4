# frozen_string_literal: true

require_relative "lead_sandbox"
require_relative "client"

RSpec.describe "a Lead" do
  include Client

  it "is referred twice" do
    refer(lead_workspace, "maya@example.com")
    expect(refer(lead_workspace, "maya@example.com").code).to eq("201")
  end
end
