#include "tools/explorer/server.h"

#include <atomic>
#include <optional>
#include <random>
#include <utility>

#include <fmt/format.h>
#include <httplib.h>

#include "tools/cli/failure.h"
#include "tools/explorer/gate.h"
#include "tools/explorer/page_files.h"

namespace tabiya::tools {
namespace {

constexpr const char* kHost = "127.0.0.1";
constexpr std::string_view kJson = "application/json";
constexpr const char* kTokenHeader = "X-Tabiya-Token";

std::string random_token() {
  std::random_device random;
  return fmt::format("{:08x}{:08x}{:08x}{:08x}", random(), random(), random(), random());
}

httplib::Headers security_headers() {
  return {{"Content-Security-Policy",
           "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src "
           "'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"},
          {"X-Content-Type-Options", "nosniff"},
          {"X-Frame-Options", "DENY"},
          {"Referrer-Policy", "no-referrer"},
          {"Cross-Origin-Resource-Policy", "same-origin"},
          {"Cross-Origin-Opener-Policy", "same-origin"},
          {"Cache-Control", "no-store"}};
}

// Bodies are not set by set_content(), after which the library compresses at the highest level: seconds for a
// large book. The files of the page are small, and use set_content().
void set_body(httplib::Response& response, std::string body, std::string_view type) {
  const auto kept = std::make_shared<const std::string>(std::move(body));
  response.set_content_provider(kept->size(), std::string(type),
                                [kept](std::size_t offset, std::size_t length, httplib::DataSink& sink) {
                                  return sink.write(kept->data() + offset, length);
                                });
}

void set_error(httplib::Response& response, int status, const char* sentence) {
  response.status = status;
  set_body(response, fmt::format("{{\"error\":\"{}\"}}", sentence), kJson);
}

}  // namespace

// One request as the library reads it, and the answer that it writes.
class Exchange final : public httplib::Stream {
 public:
  explicit Exchange(const std::string& request) : request_(request) {}

  std::string take_answer() { return std::move(answer_); }

  bool is_readable() const override { return true; }
  bool is_writable() const override { return true; }
  ssize_t read(char* to, std::size_t size) override {
    const std::size_t taken = request_.copy(to, size, place_);
    place_ += taken;
    return static_cast<ssize_t>(taken);
  }
  ssize_t write(const char* from, std::size_t size) override {
    answer_.append(from, size);
    return static_cast<ssize_t>(size);
  }
  void get_remote_ip_and_port(std::string& ip, int& port) const override { ip = kHost, port = 0; }
  void get_local_ip_and_port(std::string& ip, int& port) const override { ip = kHost, port = 0; }
  socket_t socket() const override { return INVALID_SOCKET; }

 private:
  const std::string& request_;
  std::size_t place_ = 0;
  std::string answer_;
};

// The library without its sockets, which the gate has instead.
class HttpLibrary final : public httplib::Server {
 public:
  HttpLibrary() { svr_sock_ = 0; }  // or else it takes itself for stopped, and writes no bodies

  std::string answer(const std::string& request) {
    Exchange exchange(request);
    bool is_closed = false;
    process_request(exchange, /*close_connection=*/true, is_closed, {});
    return exchange.take_answer();
  }
};

class Server::Connection {
 public:
  Connection(Api& api, const ServerOptions& options)
      : api_(api), folder_(options.folder), token_(random_token()) {
    server_.set_default_headers(security_headers());
    set_routes();
    gate_.emplace(options.port, GateLimits{},
                  [this](const std::string& request) { return server_.answer(request); });
    port_ = gate_->port();
  }

  int port() const { return port_; }
  const std::string& token() const { return token_; }

 private:
  void set_routes() {
    using Handled = httplib::Server::HandlerResponse;
    server_.set_pre_routing_handler([this](const httplib::Request& request, httplib::Response& response) {
      if (is_for_us(request)) return Handled::Unhandled;
      set_error(response, 403, "this server answers to 127.0.0.1 and localhost alone");
      return Handled::Handled;
    });
    server_.Get("/api/.*", [this](const auto& request, auto& response) { answer(request, response); });
    server_.Post("/api/.*", [this](const auto& request, auto& response) {
      if (request.get_header_value(kTokenHeader) != token_)
        return set_error(
            response, 403,
            "the token is missing or belongs to another run; open the address that the program has printed");
      answer(request, response);
    });
    server_.Get("/.*", [this](const auto& request, auto& response) { send_page(request, response); });
  }

  bool is_for_us(const httplib::Request& request) const {
    const std::string host = request.get_header_value("Host");
    return request.get_header_value_count("Host") == 1 &&
           (host == fmt::format("{}:{}", kHost, port_) || host == fmt::format("localhost:{}", port_));
  }

  void answer(const httplib::Request& request, httplib::Response& response) {
    ApiRequest asked{.is_post = request.method == "POST", .path = request.path};
    for (const auto& [name, value] : request.params) asked.parameters.emplace(name, value);
    asked.body = request.body;
    ApiResponse answered = api_.answer(asked);
    response.status = answered.status;
    set_body(response, std::move(answered.body), kJson);
  }

  void send_page(const httplib::Request& request, httplib::Response& response) {
    const std::string name = request.path == "/" ? "index.html" : request.path.substr(1);
    try {
      std::optional<std::string> content = page_file(name, folder_);
      if (!content) return set_error(response, 404, "no such page");
      response.set_content(*content, std::string(content_type(name)));
    } catch (const Failure&) {
      set_error(response, 500, "a file of the page cannot be read");
    }
  }

  Api& api_;
  const std::string folder_, token_;
  HttpLibrary server_;
  std::atomic<int> port_ = 0;
  std::optional<Gate> gate_;  // last: its threads use the others
};

Server::Server(Api& api, const ServerOptions& options)
    : connection_(std::make_unique<Connection>(api, options)) {}
Server::~Server() = default;

std::string Server::address() const { return fmt::format("http://{}:{}/", kHost, connection_->port()); }
std::string Server::address_with_token() const { return fmt::format("{}#token={}", address(), token()); }
const std::string& Server::token() const { return connection_->token(); }

}  // namespace tabiya::tools
