# Programs with the address, the key and the Firm of production in their code. Each prints its name and the status.
require "json"
require "net/http"
require "open-uri"
require "faraday"
require "httparty"

ADDRESS = URI("https://leads.lender.example/v1/firms/acme-4711/leads")
HEADERS = { "X-API-Key" => "3b1f8c52-9d4e-4a7b-8c61-5e2f7a9d0b34", "Content-Type" => "application/json" }.freeze

def show(name)
  body = JSON.generate(email: "#{name}@example.com", firstName: "Maya", lastName: "Moreau")
  puts "#{name} #{yield body}"
rescue StandardError => error
  puts "#{name} #{error.inspect}"
end

show("net-http") { |body| Net::HTTP.post(ADDRESS, body, HEADERS).code }
show("net-http-no-proxy") do |body|
  http = Net::HTTP.new(ADDRESS.host, 443, nil)
  http.use_ssl = true
  http.post(ADDRESS.path, body, HEADERS).code
end
show("faraday") { |body| Faraday.post(ADDRESS, body, HEADERS).status }
show("httparty") { |body| HTTParty.post(ADDRESS.to_s, body: body, headers: HEADERS).code }
show("open-uri") { |_| URI.open(ADDRESS, HEADERS).status.first }
