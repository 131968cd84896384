// SPDX-License-Identifier: Apache-2.0
#include "framework/run/message/attributions.h"

#include <utility>

#include <fmt/format.h>

#include "framework/base/text.h"

namespace npu_cts::wire {

OutcomeKind kind_of(Fault fault) {
  if (fault == Fault::crash || fault == Fault::exited) return OutcomeKind::crashed;
  return fault == Fault::timeout ? OutcomeKind::timed_out : OutcomeKind::failed;
}

std::string words_of(const Attribution& attribution) {
  return attribution.detail.empty() ? std::string(words_of(attribution.fault))
                                    : fmt::format("{}: {}", words_of(attribution.fault), attribution.detail);
}

Attribution attribution_of(const OutOfBoundsAccess& access) {
  const bool wrote = !access.wrote_to.empty();
  Attribution attribution = npu_cts::attribution_of(
      wrote ? Fault::input_modified : Fault::out_of_bounds,
      wrote ? fmt::format("argument '{}'", escape_control(access.wrote_to)) : escape_control(access.where));
  attribution.tensor = escape_control(wrote ? access.wrote_to : access.tensor);
  attribution.side = find_named<TensorEnd>(access.side);
  return attribution;
}

std::optional<Attribution> attribution_of(const Finished& finished) {
  if (finished.kind != OutcomeKind::failed) return std::nullopt;
  for (const Fault fault : {Fault::resource, Fault::protocol}) {
    const std::string head = fmt::format("{}: ", words_of(fault));
    if (finished.message.starts_with(head)) {
      return npu_cts::attribution_of(fault, escape_control(finished.message.substr(head.size())));
    }
  }
  return std::nullopt;
}

Attribution overrun(TensorEnd side, std::string tensor, std::string_view what) {
  const std::string_view words = side == TensorEnd::before_start ? "before the start of" : "past the end of";
  return {.fault = Fault::out_of_bounds,
          .tensor = std::move(tensor),
          .side = side,
          .detail = fmt::format("wrote {} {}", words, what)};
}

}  // namespace npu_cts::wire
