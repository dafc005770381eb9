#include "tools/explorer/server.h"

#include <random>
#include <thread>
#include <utility>

#include <fmt/format.h>
#include <httplib.h>

#include "tools/cli/failure.h"
#include "tools/explorer/page_files.h"

namespace tabiya::tools {
namespace {

constexpr const char* kHost = "127.0.0.1";
constexpr std::size_t kThreads = 16;                      // that answer
constexpr int kPatience = 3;                              // seconds for the rest of a request
constexpr std::size_t kMostBody = std::size_t{64} << 10;  // bytes
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

// Not by set_content(), after which the library compresses at the highest level: seconds for a large book.
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

class Server::Connection {
 public:
  Connection(Api& api, const ServerOptions& options)
      : api_(api), folder_(options.folder), token_(random_token()) {
    set_limits();
    set_routes();
    port_ = options.port == 0 ? server_.bind_to_any_port(kHost) : bind(options.port);
    if (port_ < 0) throw Failure(fmt::format("--port {}: is not free; name another one", options.port));
    listener_ = std::thread([this] { server_.listen_after_bind(); });
  }

  ~Connection() {
    while (!server_.is_running()) std::this_thread::yield();  // stop() would pass unheard before
    server_.stop();
    listener_.join();
  }

  int port() const { return port_; }
  const std::string& token() const { return token_; }

 private:
  int bind(int port) { return server_.bind_to_port(kHost, port) ? port : -1; }

  void set_limits() {
    server_.new_task_queue = [] { return new httplib::ThreadPool(kThreads); };
    server_.set_payload_max_length(kMostBody);
    server_.set_keep_alive_max_count(1);        // an idle connection would hold a thread
    server_.set_keep_alive_timeout(kPatience);  // for the first byte of the first request, too
    server_.set_read_timeout(kPatience);
    server_.set_write_timeout(5);
    server_.set_tcp_nodelay(true);
    // The library would let two programs listen on one port.
    server_.set_socket_options([](socket_t socket) {
      const int yes = 1;
      setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    });
    server_.set_default_headers(security_headers());
  }

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
        return set_error(response, 403, "the token is missing or of another run; load the page again");
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
      if (!content) return set_error(response, 404, "there is no such page");
      if (const std::size_t place = content->find(kTokenPlace); place != content->npos)
        content->replace(place, kTokenPlace.size(), token_);
      set_body(response, *std::move(content), content_type(name));
    } catch (const Failure&) {
      set_error(response, 500, "a file of the page cannot be read");
    }
  }

  Api& api_;
  const std::string folder_, token_;
  httplib::Server server_;
  int port_ = 0;
  std::thread listener_;
};

Server::Server(Api& api, const ServerOptions& options)
    : connection_(std::make_unique<Connection>(api, options)) {}
Server::~Server() = default;

std::string Server::address() const { return fmt::format("http://{}:{}/", kHost, connection_->port()); }
const std::string& Server::token() const { return connection_->token(); }

}  // namespace tabiya::tools
