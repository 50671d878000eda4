# frozen_string_literal: true

require "minitest/autorun"
require_relative "lead_sandbox"
require_relative "client"

class RedTest < Minitest::Test
  include Client
  include LeadSandbox::Minitest

  def test_twice
    refer(lead_workspace, "maya@example.com")
    assert_equal "201", refer(lead_workspace, "maya@example.com").code
  end
end
