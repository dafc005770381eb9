#include "tools/cli/output_file.h"

#include "tools/cli/failure.h"
#include "tools/cli/print.h"

namespace tabiya::tools {

void check_output(const OutputOptions& options, bool json) {
  if (json && options.path == "-")
    throw Failure("--json and --out - both need standard output; give --out a file");
  if (options.path != "-") take(booksearch::check_output_file(options.path, options.force));
}

const std::string& check_growing_output(const std::string& path, const std::string& option) {
  take(booksearch::check_growing_file(path, option));
  return path;
}

PiecewiseOutput::PiecewiseOutput(const OutputOptions& options) {
  if (options.path != "-") file_ = take(booksearch::OutputFile::open(options.path, options.force));
}

void PiecewiseOutput::write(std::string_view piece) {
  file_ ? void(take(file_->write(piece))) : print(piece);
}

void PiecewiseOutput::commit() {
  if (file_) take(file_->commit());
}

void write_output(const OutputOptions& options, std::string_view content) {
  PiecewiseOutput output(options);
  output.write(content);
  output.commit();
}

}  // namespace tabiya::tools
