# frozen_string_literal: true

require "minitest/autorun"
require_relative "lead_sandbox"
require_relative "client"

class GreenTest < Minitest::Test
  include Client
  include LeadSandbox::Minitest
  parallelize_me!

  20.times do |number|
    define_method("test_number_#{number}") do
      assert_equal "201", refer(lead_workspace, "same@example.com").code
      assert_equal 1, lead_workspace.requests.size
    end
  end
end
