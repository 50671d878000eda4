# frozen_string_literal: true

require "json"
require "net/http"

# A client of the Lead API, as a partner writes it.
module Client
  def send_request(workspace, method, path, body = nil)
    uri = URI(workspace.url + path)
    headers = { "x-api-key" => workspace.api_key, "content-type" => "application/json" }
    Net::HTTP.start(uri.host, uri.port) { |http| http.send_request(method, uri, body && JSON.generate(body), headers) }
  end

  def refer(workspace, email)
    person = { email: email, firstName: "Maya", lastName: "Moreau" }
    send_request(workspace, "POST", "/v1/firms/#{workspace.firm_id}/leads", person)
  end
end
