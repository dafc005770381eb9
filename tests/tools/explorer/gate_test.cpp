// What a client that means harm can do before a request is looked at.
#include "tools/explorer/gate.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <string>
#include <thread>
#include <vector>

#include "tests/tools/explorer/socket.h"
#include "tools/cli/failure.h"
#include "tools/explorer/gate_request.h"

namespace tabiya::tools::gate_test {

using namespace std::chrono_literals;
using ::testing::HasSubstr;
using ::testing::StartsWith;

using State = RequestSize::State;

const std::string kGet = "GET / HTTP/1.1\r\nHost: a\r\n\r\n";

std::string answer_of(const std::string& request) {
  return "answer to " + std::to_string(request.size()) + " bytes";
}

TEST(GateRequest, KnowsWhereARequestEnds) {
  const auto size = [](const std::string& bytes) { return size_of_request(bytes, 1'000, 10); };
  EXPECT_EQ(size(kGet).size, kGet.size());
  EXPECT_EQ(size(kGet + "more").size, kGet.size());
  EXPECT_EQ(size(kGet.substr(0, kGet.size() - 1)).state, State::kIncomplete);
  const std::string post = "POST / HTTP/1.1\r\ncontent-LENGTH:  3 \r\n\r\n";
  EXPECT_EQ(size(post + "ab").state, State::kIncomplete);
  EXPECT_EQ(size(post + "abcd").size, post.size() + 3);
}

TEST(GateRequest, RefusesWhatHasNoBounds) {
  const auto refusal = [](const std::string& headers) {
    return std::string(size_of_request("POST / HTTP/1.1\r\n" + headers + "\r\n", 1'000, 10).refusal);
  };
  EXPECT_THAT(refusal("Content-Length: 11\r\n"), StartsWith("413"));
  EXPECT_THAT(refusal("Content-Length: 99999999999999999999\r\n"), StartsWith("400"));
  EXPECT_THAT(refusal("Content-Length: 1\r\nContent-Length: 1\r\n"), StartsWith("400"));
  EXPECT_THAT(refusal("Transfer-Encoding: chunked\r\n"), StartsWith("411"));
  EXPECT_THAT(refusal("X: " + std::string(1'000, 'x') + "\r\n"), StartsWith("431"));
  EXPECT_EQ(refusal(""), "");
}

TEST(Gate, AnswersEachConnectionOnce) {
  const Gate gate(0, {}, answer_of);
  EXPECT_EQ(exchange(gate.port(), kGet + kGet), answer_of(kGet));
  EXPECT_EQ(exchange(gate.port(), kGet.substr(0, 9), /*wait=*/false), "");
  EXPECT_THROW(Gate(gate.port(), {}, answer_of), Failure);
}

TEST(Gate, EndsEndlessHeadersAndBodies) {
  std::atomic<int> answered = 0;
  const Gate gate(0, {}, [&](const std::string& request) { return ++answered, answer_of(request); });
  for (const auto& [beginning, more] :
       {std::pair("GET / HTTP/1.1\r\n", "X: y\r\n"), std::pair("", "xxxx"),
        std::pair("POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n", "4\r\nabcd\r\n"),
        std::pair("POST / HTTP/1.1\r\nContent-Length: 999999999999\r\n\r\n", "abcd")}) {
    const Connection connection(gate.port());
    std::string chunk;
    for (int i = 0; i < 10'000; ++i) chunk += more;
    connection.send(beginning);
    std::size_t sent = 0;
    while (sent < std::size_t{100} << 20 && connection.send(chunk)) sent += chunk.size();
    EXPECT_LT(sent, std::size_t{100} << 20) << beginning;
  }
  EXPECT_THAT(exchange(gate.port(), "POST / HTTP/1.1\r\n\r\nabcd"), HasSubstr("answer to 19 bytes"));
  EXPECT_EQ(answered, 1);
}

TEST(Gate, HasPatienceForARequestAndNotForEachByte) {
  const Gate gate(0, {.reading = 500ms}, answer_of);
  const auto start = std::chrono::steady_clock::now();
  const Connection connection(gate.port());
  while (connection.send("G") && std::chrono::steady_clock::now() - start < 20s)
    std::this_thread::sleep_for(20ms);
  EXPECT_LT(std::chrono::steady_clock::now() - start, 10s);
}

TEST(Gate, AnswersAtOnceBesideManyThatSayLittle) {
  const Gate gate(0, {.reading = 60s}, answer_of);
  std::vector<Connection> idle;
  for (int i = 0; i < 300; ++i) {
    idle.emplace_back(gate.port());
    if (i % 2) idle.back().send("GET / HTTP/1.1\r\nHo");
  }
  const auto start = std::chrono::steady_clock::now();
  EXPECT_EQ(exchange(gate.port(), kGet), answer_of(kGet));
  EXPECT_LT(std::chrono::steady_clock::now() - start, 30s);  // none of their patience
}

TEST(Gate, KeepsLittleForThoseWhoDoNotRead) {
  const Gate gate(0, {.answers = std::size_t{16} << 20},
                  [](const std::string&) { return std::string(std::size_t{10} << 20, 'x'); });
  std::vector<Connection> silent;
  for (int i = 0; i < 20; ++i) {
    silent.emplace_back(gate.port());
    silent.back().send(kGet);
  }
  std::this_thread::sleep_for(500ms);
  int whole = 0;
  for (const Connection& each : silent) whole += each.receive().size() == std::size_t{10} << 20;
  EXPECT_LE(whole, 2);
  EXPECT_EQ(exchange(gate.port(), kGet).size(), std::size_t{10} << 20);
}

}  // namespace tabiya::tools::gate_test
