// SPDX-License-Identifier: Apache-2.0
// The protocol between runner and workers: the first byte is how far places may reach, the rest a frame's header.
#include "framework/run/message/message.h"

#include <string>

#include "tools/fuzz/property.h"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace npu_cts;
  using namespace npu_cts::fuzz;
  const std::string_view text = text_of(data, size);
  if (text.size() >= wire::frame_prefix_bytes) {
    const wire::FrameSizes sizes = wire::read_prefix(text.substr(0, wire::frame_prefix_bytes));
    hold(!sizes.trouble.empty() || (sizes.header <= wire::most_header_bytes && sizes.body <= wire::most_body_bytes),
         "a frame's lengths are bounded", sizes.trouble);
  }
  if (text.empty()) return 0;
  const std::size_t reach = std::size_t{static_cast<unsigned char>(text[0])} * 16;
  const wire::Decoded decoded = wire::decode(text.substr(1), reach);
  if (!decoded.trouble.empty()) return 0;
  const std::string frame = wire::encode(decoded.message);
  const wire::FrameSizes sizes = wire::read_prefix(std::string_view(frame).substr(0, wire::frame_prefix_bytes));
  const std::string header = frame.substr(wire::frame_prefix_bytes);
  hold(sizes.header == header.size() && sizes.body == 0, "a frame announces its lengths", header);
  hold(wire::decode(header, reach) == decoded, "a message comes back as it was sent", header);
  return 0;
}
