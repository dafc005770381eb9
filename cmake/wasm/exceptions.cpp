// Exceptions in WebAssembly (-fwasm-exceptions), of which Debian's libraries for it hold nothing: what the compiler calls to
// throw and to catch. By the Itanium C++ ABI (level 2), as clang uses it there: the system unwinds, and a handler asks
// _Unwind_CallPersonality() which of its clauses catches what has come. Classes of exceptions have one base at most.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <exception>
#include <typeinfo>

// These classes are as in the library of C++; only their types are asked for here.
namespace __cxxabiv1 {

class __class_type_info : public std::type_info {
 public:
  ~__class_type_info() override;
};
class __si_class_type_info : public __class_type_info {
 public:
  ~__si_class_type_info() override;
  const __class_type_info* base;
};

}  // namespace __cxxabiv1

namespace {

// A header stands before each thrown object.
struct alignas(16) Header {
  const std::type_info* type;
  void* (*destroy)(void*);  // destructors return the object here
  int handlers;       // that are at work on it
  bool is_in_flight;  // thrown again by one of them
  Header* outer;      // whose handler has thrown this one
};

Header* caught = nullptr;  // the latest

Header* header_of(void* object) { return static_cast<Header*>(object) - 1; }

bool is_caught_as(const std::type_info* type, const std::type_info& wanted) {
  while (type != nullptr && *type != wanted) {
    const auto* derived = dynamic_cast<const __cxxabiv1::__si_class_type_info*>(type);
    type = derived != nullptr ? derived->base : nullptr;
  }
  return type != nullptr;
}

std::uintptr_t unsigned_number(const std::uint8_t*& at) {
  std::uintptr_t number = 0;
  for (int shift = 0;; shift += 7) {
    const std::uint8_t byte = *at++;
    number |= static_cast<std::uintptr_t>(byte & 0x7F) << shift;
    if (byte < 0x80) return number;
  }
}

std::intptr_t signed_number(const std::uint8_t*& at) {
  const std::uint8_t* end = at;
  while (*end >= 0x80) ++end;
  const int bits = 7 * static_cast<int>(end + 1 - at);
  const auto number = static_cast<std::intptr_t>(unsigned_number(at));
  return bits < 32 && (*end & 0x40) != 0 ? number - (std::intptr_t{1} << bits) : number;
}

// The number of the clause that catches the type, as the compiler counts those of a function; 0 for none. `table` is the
// function's, `place` the number of its call that has thrown.
std::intptr_t clause_of(const std::uint8_t* table, std::uintptr_t place, const std::type_info* type) {
  constexpr std::uint8_t kOmitted = 0xFF;
  if (*table++ != kOmitted) std::abort();  // no base of addresses
  const bool has_types = *table++ != kOmitted;
  const std::uint8_t* types = nullptr;
  if (has_types) {
    const std::uintptr_t offset = unsigned_number(table);
    types = table + offset;
  }
  ++table;  // the encoding of what follows, which are plain numbers
  const std::uintptr_t length = unsigned_number(table);
  const std::uint8_t* const actions = table + length;
  for (std::uintptr_t i = 0; i < place; ++i) unsigned_number(table), unsigned_number(table);
  unsigned_number(table);
  const std::uintptr_t first = unsigned_number(table);
  if (first == 0) return 0;
  for (const std::uint8_t* action = actions + first - 1;;) {
    const std::intptr_t clause = signed_number(action);
    if (clause > 0) {
      const auto* wanted = reinterpret_cast<const std::type_info* const*>(types)[-clause];
      if (wanted == nullptr || is_caught_as(type, *wanted)) return clause;
    }
    const std::uint8_t* const here = action;
    const std::intptr_t step = signed_number(action);
    if (step == 0) return 0;
    action = here + step;
  }
}

}  // namespace

extern "C" {

struct {
  std::uintptr_t place;
  const std::uint8_t* table;
  std::intptr_t clause;
} __wasm_lpad_context;

int _Unwind_CallPersonality(void* object) {
  auto& context = __wasm_lpad_context;
  context.clause = clause_of(context.table, context.place, header_of(object)->type);
  return 0;
}

void* __cxa_allocate_exception(std::size_t size) {
  void* const room = std::calloc(1, sizeof(Header) + size);
  if (room == nullptr) std::abort();
  return static_cast<Header*>(room) + 1;
}

void __cxa_free_exception(void* object) { std::free(header_of(object)); }

[[noreturn]] void __cxa_throw(void* object, std::type_info* type, void* (*destroy)(void*)) {
  header_of(object)->type = type;
  header_of(object)->destroy = destroy;
  __builtin_wasm_throw(0, object);
}

void* __cxa_begin_catch(void* object) {
  Header* const header = header_of(object);
  header->is_in_flight = false;
  if (header->handlers++ == 0) {
    header->outer = caught;
    caught = header;
  }
  return object;
}

void __cxa_end_catch() {
  Header* const header = caught;
  if (--header->handlers > 0) return;
  caught = header->outer;
  if (header->is_in_flight) return;
  if (header->destroy != nullptr) header->destroy(header + 1);
  std::free(header);
}

[[noreturn]] void __cxa_rethrow() {
  caught->is_in_flight = true;
  __builtin_wasm_throw(0, caught + 1);
}

}  // extern "C"
