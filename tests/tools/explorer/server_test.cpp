// The explorer as other programs on this machine see it: bytes in, bytes out.
#include "tools/explorer/server.h"

#include <arpa/inet.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include <random>
#include <string>

#include "tests/tools/program_run.h"
#include "tools/cli/failure.h"
#include "tools/explorer/page_files.h"

namespace tabiya::tools {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

// Sends bytes to a port of this machine and returns what comes back until the other side closes, or falls
// silent.
std::string exchange(int port, const std::string& bytes, bool wait = true) {
  const int socket = ::socket(AF_INET, SOCK_STREAM, 0);
  const timeval patience{.tv_sec = 10, .tv_usec = 0};
  ::setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<std::uint16_t>(port));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  std::string answer;
  if (::connect(socket, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0) {
    [[maybe_unused]] const auto sent = ::send(socket, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (!wait) ::shutdown(socket, SHUT_WR);
    char buffer[4096];
    for (ssize_t size; (size = ::recv(socket, buffer, sizeof buffer, 0)) > 0;)
      answer.append(buffer, static_cast<std::size_t>(size));
  }
  ::close(socket);
  return answer;
}

class ServerTest : public ::testing::Test {
 protected:
  int port() const { return std::stoi(server_.address().substr(std::string("http://127.0.0.1:").size())); }
  std::string host() const { return "127.0.0.1:" + std::to_string(port()); }
  std::string get(const std::string& path, const std::string& headers = "") const {
    return exchange(port(), "GET " + path + " HTTP/1.1\r\nHost: " + host() + "\r\n" + headers + "\r\n");
  }
  std::string post(const std::string& path, const std::string& body, const std::string& headers) const {
    return exchange(port(), "POST " + path + " HTTP/1.1\r\nHost: " + host() + "\r\nContent-Length: " +
                                std::to_string(body.size()) + "\r\n" + headers + "\r\n" + body);
  }

  Library library_{{}, "linear"};
  Api api_{library_};
  Server server_{api_, {}};
};

TEST_F(ServerTest, ServesThePageWithItsToken) {
  const std::string page = get("/");
  EXPECT_THAT(page, StartsWith("HTTP/1.1 200"));
  EXPECT_THAT(page, HasSubstr(server_.token()));
  for (const PageFile& file : page_files().subspan(1))
    EXPECT_THAT(get("/" + std::string(file.name)), HasSubstr(file.content)) << file.name;
}

TEST_F(ServerTest, ForbidsThePageEverythingForeign) {
  for (const char* path : {"/", "/app.js", "/api/session", "/nothing"}) {
    const std::string answer = get(path);
    EXPECT_THAT(answer, HasSubstr("Content-Security-Policy: default-src 'none'; script-src 'self'; "));
    EXPECT_THAT(answer, HasSubstr("X-Content-Type-Options: nosniff\r\n"));
    EXPECT_THAT(answer, HasSubstr("Cross-Origin-Resource-Policy: same-origin\r\n"));
    EXPECT_THAT(answer, Not(HasSubstr("Access-Control-Allow-Origin")));
  }
}

TEST_F(ServerTest, AnswersToItsOwnNamesAlone) {
  const auto status = [&](const std::string& headers) {
    return exchange(port(), "GET /api/session HTTP/1.1\r\n" + headers + "\r\n").substr(0, 12);
  };
  const std::string number = std::to_string(port());
  EXPECT_EQ(status("Host: 127.0.0.1:" + number + "\r\n"), "HTTP/1.1 200");
  EXPECT_EQ(status("Host: localhost:" + number + "\r\n"), "HTTP/1.1 200");
  for (const std::string& headers :
       {std::string(), std::string("Host: example.org\r\n"), "Host: example.org:" + number + "\r\n",
        std::string("Host: 127.0.0.1\r\n"), "Host: 127.0.0.1:" + number + ".example.org\r\n",
        "Host: 127.0.0.1:" + number + "\r\nHost: example.org\r\n"})
    EXPECT_EQ(status(headers), "HTTP/1.1 403") << headers;
}

TEST_F(ServerTest, StartsWorkForItsOwnPageAlone) {
  const std::string token = "X-Tabiya-Token: " + server_.token() + "\r\n";
  EXPECT_THAT(post("/api/works", "{}", ""), StartsWith("HTTP/1.1 403"));
  EXPECT_THAT(post("/api/works", "{}", "X-Tabiya-Token: 0\r\n"), StartsWith("HTTP/1.1 403"));
  EXPECT_THAT(post("/api/works", "{}", token), StartsWith("HTTP/1.1 400"));
  EXPECT_THAT(post("/api/works", std::string(100'000, ' '), token), StartsWith("HTTP/1.1 413"));
}

TEST_F(ServerTest, OpensNoFileThatAPathNames) {
  for (const char* path : {"/etc/passwd", "/../../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "//etc/passwd",
                           "/app.js/../app.js", "/./app.js", "/app.js%00", "/api.h", "/page/app.js"})
    EXPECT_THAT(get(path), Not(StartsWith("HTTP/1.1 200"))) << path;
}

// Requests with bytes changed, cut and put in, some of them no requests at all.
TEST_F(ServerTest, SurvivesWhateverIsSent) {
  std::mt19937_64 random(7);
  const std::string seeds[] = {
      "GET /api/position?game=x&moves=%41 HTTP/1.1\r\nHost: " + host() + "\r\nRange: bytes=1-2\r\n\r\n",
      "POST /api/works HTTP/1.1\r\nHost: " + host() + "\r\nX-Tabiya-Token: " + server_.token() +
          "\r\nContent-Length: 21\r\n\r\n{\"kind\":\"a\",\"game\":1}",
      "POST /api/works HTTP/1.1\r\nHost: " + host() +
          "\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{\"a\":\r\n0\r\n\r\n"};
  for (int i = 0; i < 300; ++i) {
    std::string bytes = seeds[random() % std::size(seeds)];
    for (std::uint64_t changes = random() % 6; changes > 0; --changes) {
      const std::size_t place = random() % bytes.size();
      if (random() % 2)
        bytes[place] = static_cast<char>(random());
      else
        bytes.insert(place, random() % 20, static_cast<char>(random()));
    }
    if (random() % 4 == 0) bytes.resize(random() % bytes.size());
    exchange(port(), bytes, /*wait=*/false);
  }
  EXPECT_THAT(get("/api/session"), StartsWith("HTTP/1.1 200"));
}

TEST_F(ServerTest, RefusesAPortThatIsTaken) {
  EXPECT_THROW(Server(api_, {.port = port(), .folder = {}}), Failure);
}

TEST(ExploreCommand, PrintsItsAddressAndStopsOnSigint) {
  const TemporaryFolder folder;
  const std::string out = folder.path("out");
  const ProgramRun run = run_in_shell("\"$TABIYA\" explore >" + out + " & pid=$!; until [ -s " + out +
                                      " ]; do sleep 0.02; done; kill -INT $pid; wait $pid");
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_THAT(read_file(out), StartsWith("http://127.0.0.1:"));
}

TEST(ExploreCommand, RefusesWhatIsNoBook) { EXPECT_EQ(run_tabiya({"explore", "/dev/null"}).exit_code, 2); }

}  // namespace
}  // namespace tabiya::tools
