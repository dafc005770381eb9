// The explorer as other programs on this machine see it: bytes in, bytes out.
#include "tools/explorer/server.h"

#include <atomic>
#include <random>
#include <thread>

#include "tests/tools/explorer/socket.h"
#include "tests/tools/program_run.h"
#include "tools/explorer/library_files.h"
#include "tools/explorer/page_files.h"

namespace tabiya::tools::server_test {

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

  LibraryOfFiles library_{{}, "linear"};
  Api api_{library_};
  Server server_{api_, {}};
};

TEST_F(ServerTest, ServesThePageAndTellsNobodyItsToken) {
  EXPECT_EQ(server_.address_with_token(), server_.address() + "#token=" + server_.token());
  for (const char* path : {"/", "/index.html", "/data.js", "/api/session"}) {
    EXPECT_THAT(get(path), StartsWith("HTTP/1.1 200"));
    EXPECT_THAT(get(path), Not(HasSubstr(server_.token()))) << path;
  }
  for (const PageFile& file : page_files())
    EXPECT_THAT(get("/" + std::string(file.name)), HasSubstr(file.content)) << file.name;
}

TEST_F(ServerTest, CompressesThePageForBrowsersThatSayTheyCanReadIt) {
  std::size_t plain = 0, compressed = 0;
  for (const PageFile& file : page_files()) {
    const std::string answer = get("/" + std::string(file.name), "Accept-Encoding: gzip, deflate\r\n");
    EXPECT_THAT(answer, HasSubstr("Content-Encoding: gzip\r\n")) << file.name;
    EXPECT_THAT(answer, HasSubstr("Content-Security-Policy: ")) << file.name;
    EXPECT_THAT(get("/" + std::string(file.name)), Not(HasSubstr("Content-Encoding"))) << file.name;
    plain += file.content.size();
    compressed += answer.size() - answer.find("\r\n\r\n") - 4;
  }
  EXPECT_LT(compressed, plain / 2);
  EXPECT_LT(compressed, 70'000);
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

TEST_F(ServerTest, AnswersManyAtOnce) {
  std::atomic<int> answered = 0;
  std::vector<std::thread> visitors;
  for (int i = 0; i < 24; ++i) {
    visitors.emplace_back([&] {
      for (int j = 0; j < 20; ++j) answered += get("/api/session").starts_with("HTTP/1.1 200");
    });
  }
  for (std::thread& visitor : visitors) visitor.join();
  EXPECT_EQ(answered, 24 * 20);
}

TEST(ExploreCommand, PrintsItsAddressAndStopsOnSigint) {
  const TemporaryFolder folder;
  const std::string out = folder.path("out");
  require(run_in_shell("\"$TABIYA\" explore >" + out + " & pid=$!; until [ -s " + out +
                       " ]; do sleep 0.02; done; kill -INT $pid; wait $pid"));
  EXPECT_THAT(read_file(out), StartsWith("http://127.0.0.1:"));
}

TEST(ExploreCommand, RefusesWhatIsNoBook) { EXPECT_EQ(refused({"explore", "/dev/null"}).exit_code, 2); }

}  // namespace tabiya::tools::server_test
