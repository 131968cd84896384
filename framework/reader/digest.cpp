#include <array>
#include <memory>

#include <fmt/format.h>
#include <openssl/evp.h>

#include "framework/base/read_file.h"
#include "framework/reader/read_spec.h"
#include "framework/reader/spec_files.h"
#include "framework/reader/yaml_tree.h"

namespace npu_cts {
namespace {

/// The SHA-256 of everything it was given.
class Hash {
 public:
  Hash() { EVP_DigestInit_ex(context_.get(), EVP_sha256(), nullptr); }

  void add(std::string_view bytes) { EVP_DigestUpdate(context_.get(), bytes.data(), bytes.size()); }

  /// Returns the hash in lower-case hexadecimal digits. The last call.
  std::string finish() {
    std::array<unsigned char, 32> digest{};
    EVP_DigestFinal_ex(context_.get(), digest.data(), nullptr);
    std::string text;
    for (const unsigned char byte : digest) text += fmt::format("{:02x}", byte);
    return text;
  }

 private:
  struct Free {
    void operator()(EVP_MD_CTX* context) const { EVP_MD_CTX_free(context); }
  };
  std::unique_ptr<EVP_MD_CTX, Free> context_{EVP_MD_CTX_new()};
};

}  // namespace

Result<std::string> digest_of(const std::filesystem::path& spec) {
  Hash hash;
  for (const char* const folder : {"", "documents", "ops"}) {
    for (const std::filesystem::path& file : yaml_files_in(spec / folder)) {
      const Result<std::string> bytes = read_file(file, Limits::bytes);
      if (!bytes) return bytes.diagnostics();
      hash.add(fmt::format("{}/{}\n{}\n", folder, file.filename().string(), bytes->size()));
      hash.add(*bytes);
    }
  }
  return hash.finish();
}

}  // namespace npu_cts
