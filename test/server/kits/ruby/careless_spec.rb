# frozen_string_literal: true

require_relative "lead_sandbox"
require_relative "client"

RSpec.describe "a careless client" do
  include Client

  it "refers" do
    refer(lead_workspace, "maya@example.com")
  rescue StandardError
    nil
  end
end
