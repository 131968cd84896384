// SPDX-License-Identifier: Apache-2.0
#include "framework/model/reason.h"

namespace npu_cts {

std::string to_text(const Reason& reason) {
  return reason.kind == ReasonKind::contested ? "contested." + reason.id : reason.id;
}

std::vector<std::string> to_texts(const std::vector<Reason>& reasons) {
  std::vector<std::string> texts;
  for (const Reason& reason : reasons) texts.push_back(to_text(reason));
  return texts;
}

}  // namespace npu_cts
