# Connects sockets for the provider's hosts to a lead-sandbox. Names in TLS and headers stay as they are.
require "socket"

module LeadSandboxIntercepted
  PORT, TLS_PORT, ADDRESS, PATTERNS = (ENV["LEAD_SANDBOX_INTERCEPTED"] || "").split(" ")
  SHAPES = (PATTERNS || "").split(",").map { |one| Regexp.escape(one).gsub("\\*", ".+") }
  PROVIDER = /\A(?:#{SHAPES.join("|")})\.?\z/i

  def self.target(host, port)
    return [host, port] if PATTERNS.nil? || !host.is_a?(String) || !PROVIDER.match?(host)
    [ADDRESS, (port.to_s == "80" || port.to_s == "http" ? PORT : TLS_PORT).to_i]
  end

  # TCPSocket.open and .new, Socket.tcp
  def self.connecting(*names)
    Module.new do
      names.each do |name|
        define_method(name) do |host, port = nil, *rest, **options, &block|
          super(*LeadSandboxIntercepted.target(host, port), *rest, **options, &block)
        end
      end
    end
  end

  TCPSocket.singleton_class.prepend(connecting(:open, :new))
  Socket.singleton_class.prepend(connecting(:tcp))
end
