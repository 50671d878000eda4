# Creates a Lead, and claims success whatever the answer is.
require "json"
require "net/http"

http = Net::HTTP.new("leads.lender.example", 443)
http.use_ssl = true
http.read_timeout = 2
http.max_retries = 0
headers = { "X-API-Key" => "22222222-2222-4222-8222-222222222222", "Content-Type" => "application/json" }
begin
  http.post("/v1/firms/Harb0rPt/leads", JSON.generate(email: "maya@example.com", firstName: "Maya", lastName: "Moreau"), headers)
rescue StandardError
  nil
end
