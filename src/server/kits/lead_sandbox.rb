# frozen_string_literal: true
# lead-sandbox kit for RSpec and Minitest, version @VERSION@; newest: GET /_sandbox/kits/ruby
# RSpec: require "lead_sandbox", then lead_workspace in any example; metadata: lead_sandbox: { now: "…" }.
# Minitest: include LeadSandbox::Minitest in a test class.
require "json"
require "net/http"
require "uri"

module LeadSandbox
  VERSION = "@VERSION@"

  # A refused call, with its status and the refused fields, or no sandbox at all.
  class Error < StandardError
    attr_accessor :status, :fields
  end

  class << self
    # Replaces LEAD_SANDBOX_CONTROL_URL, such as for a container that the tests start.
    attr_accessor :control_url

    # A workspace with options of POST /workspaces, such as label, now, fixture or quotaPerHour.
    def workspace(**options)
      Workspace.new(call("POST", "/workspaces", { idleSeconds: 3600 }.merge(options)))
    end

    # Any call of the control API: the data of its answer, or its text.
    def call(method, path, body = nil, wait: 0, token: nil)
      base = [control_url, ENV["LEAD_SANDBOX_CONTROL_URL"], "http://127.0.0.1:4610/_sandbox"]
             .find { |url| url && !url.empty? }.chomp("/")
      uri = URI(base + path)
      request = Net::HTTPGenericRequest.new(method, !body.nil?, true, uri, headers(body, token))
      request.body = JSON.generate(body) if body
      answer = Net::HTTP.start(uri.host, uri.port, use_ssl: uri.scheme == "https", read_timeout: wait + 30) do |http|
        http.request(request)
      end
      read(request, uri, answer)
    rescue SystemCallError, SocketError, IOError, Timeout::Error => e
      start = "Start one: npx lead-sandbox, or run npx lead-sandbox exec -- rspec"
      raise Error, "No lead-sandbox answers at #{base} (#{e.message}). #{start}"
    end

    # The result of a block, or a line about its failure, which must not hide that of the test.
    def attempt
      yield
    rescue Error => e
      warn "lead-sandbox: #{e.message}"
    end

    private

    def headers(body, token)
      token ||= ENV.fetch("LEAD_SANDBOX_CONTROL_TOKEN", "")
      { "user-agent" => "lead-sandbox-kit-ruby/#{VERSION}" }
        .merge(body ? { "content-type" => "application/json" } : {})
        .merge(token.empty? ? {} : { "authorization" => "Bearer #{token}" })
    end

    def read(request, uri, answer)
      compare(answer["x-lead-sandbox-version"] || VERSION)
      text = answer.body.to_s.dup.force_encoding("UTF-8")
      content = answer["content-type"].to_s.start_with?("application/json") ? JSON.parse(text) : {}
      return content.fetch("data", text) if answer.code.to_i < 300

      said = content.empty? ? text[0, 200] : content.values_at("message", "hint").compact.join(" ")
      said += @difference.to_s if %w[404 422].include?(answer.code)
      refusal = Error.new("#{request.method} #{uri}: #{answer.code} #{said}")
      refusal.status = answer.code.to_i
      refusal.fields = content["fields"]
      raise refusal
    end

    def compare(sandbox)
      return if @difference || sandbox.split(".")[0, 2] == VERSION.split(".")[0, 2]

      @difference = " The kit has version #{VERSION}, the sandbox #{sandbox}."
      warn "lead-sandbox:#{@difference}"
    end
  end

  # A world of its own with the configuration of a client; nil for what its fixture lacks.
  class Workspace
    attr_reader :id, :url, :api_key, :realtor_key, :firm_id, :member_id, :referral_code

    def initialize(created)
      @id, @token = created.values_at("id", "token")
      @url, @api_key, @realtor_key, @firm_id, @member_id, @referral_code = created["variables"].values_at(
        "LEAD_API_URL", "LEAD_API_KEY", "LEAD_API_REALTOR_KEY",
        "LEAD_API_FIRM_ID", "LEAD_API_MEMBER_ID", "LEAD_API_REFERRAL_CODE"
      )
    end

    def call(method, path = "", body = nil, wait: 0)
      LeadSandbox.call(method, "/workspaces/#{id}#{path}", body, wait: wait, token: @token)
    end

    # The client signs up: clientProfile, leads, plans, emails.
    def sign_up(email, **person) = call("POST", "/sign-ups", { email: email }.merge(person))
    def archive(lead_id) = call("POST", "/leads/#{URI.encode_www_form_component(lead_id)}/archive")["lead"]
    def advance(by) = call("POST", "/clock/advance", { by: by })
    def plan_fault(fault) = call("POST", "/faults", fault)
    def use_quota(count) = call("POST", "/quotas/partner/use", { count: count })
    def requests = call("GET", "/requests?order=asc&limit=1000")

    # The newest matching mail, with text, html and links; waits `timeout` seconds for one.
    def wait_for_mail(to: nil, subject: nil, timeout: 5)
      query = { to: to, subject: subject, timeoutMs: (timeout * 1000).to_i }.compact
      call("GET", "/emails/wait?#{URI.encode_www_form(query)}", wait: timeout)
    end

    def report = call("GET", "/report")
    def reset = call("POST", "/reset")
    def drop = call("DELETE")
  end

  # Gives an example or a test its workspace, on first use.
  module Test
    def lead_workspace(**options)
      @lead_workspace ||= LeadSandbox.workspace(label: lead_label, **lead_options, **options)
    end

    def lead_options = {}

    # Prints the requests of a failed test, and drops its workspace.
    def end_lead_workspace(failed)
      return unless @lead_workspace
      LeadSandbox.attempt { puts @lead_workspace.report } if failed
      LeadSandbox.attempt { @lead_workspace.drop } unless ENV["LEAD_SANDBOX_KEEP"] == "1"
      @lead_workspace = nil
    end
  end

  module Minitest
    include Test

    def lead_label = "#{self.class} > #{name}"

    def before_teardown
      super
      end_lead_workspace(!passed? && !skipped?)
    end
  end

  module RSpec
    include Test

    def lead_label
      file = ::RSpec.current_example.example_group.file_path.delete_prefix("./").delete_suffix(".rb").tr("/", ".")
      "#{file} > #{::RSpec.current_example.full_description}"
    end

    def lead_options = ::RSpec.current_example.metadata.fetch(:lead_sandbox, {})
  end
end

if defined?(RSpec) && RSpec.respond_to?(:configure)
  RSpec.configure do |config|
    config.include LeadSandbox::RSpec
    config.after { |example| end_lead_workspace(!example.exception.nil?) }
  end
end
