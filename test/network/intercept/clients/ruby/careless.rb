# Creates a Lead, and claims success whatever the answer is.
require "json"
require "net/http"

http = Net::HTTP.new("leads.lender.example", 443)
http.use_ssl = true
http.read_timeout = 2
http.max_retries = 0
headers = { "X-API-Key" => "3b1f8c52-9d4e-4a7b-8c61-5e2f7a9d0b34", "Content-Type" => "application/json" }
begin
  http.post("/v1/firms/acme-4711/leads", JSON.generate(email: "maya@example.com", firstName: "Maya", lastName: "Moreau"), headers)
rescue StandardError
  nil
end
