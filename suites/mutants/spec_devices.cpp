// SPDX-License-Identifier: Apache-2.0
#include "suites/mutants/spec_devices.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "framework/base/find.h"
#include "framework/expression/nodes.h"
#include "framework/rule/bound_spec.h"
#include "suites/mutants/expression_edits.h"

namespace npu_cts::mutants {
namespace {

WrongIn looser_where(Reach reach) { return reach == Reach::more ? WrongIn::looser : WrongIn::stricter; }

template <class T>
std::ptrdiff_t offset(T at) {
  return static_cast<std::ptrdiff_t>(at);
}

/// Reads the devices off an operator.
class DeviceList {
 public:
  DeviceList(const Spec& spec, const OpSpec& op) : spec_(spec), op_(op) {}

  std::vector<SpecDevice> run() {
    for (std::size_t i = 0; i < op_.rules.size(); ++i) add_rule(i);
    for (std::size_t i = 0; i < op_.parameters.size(); ++i) add_parameter(i);
    for (std::size_t i = 0; i < op_.rows.size(); ++i) add_row(i);
    add_targets();
    return std::move(devices_);
  }

 private:
  using Change = std::function<void(OpSpec&)>;
  using AppliesOf = std::function<Applies&(OpSpec&)>;

  /// The fact that is changed, and where it stands.
  struct Fact {
    std::string id;
    Location at;
  };

  void add(WrongIn in, const Fact& fact, const std::string& wrong, Change change) {
    const std::size_t place = ++count_[fact.id];
    devices_.push_back({.in = in,
                        .name = fmt::format("{}/{}", fact.id, place),
                        .wrong = fmt::format("{}: {} (line {})", fact.id, wrong, fact.at.line),
                        .change = std::move(change)});
  }

  void add_rule(std::size_t i) {
    const Rule& rule = op_.rules[i];
    if (rule.on_violation != Verdict::reject) return;
    const Fact fact{rule.id, rule.at};
    add(WrongIn::looser, fact, "refuses nothing for it",
        [i](OpSpec& op) { op.rules.erase(op.rules.begin() + offset(i)); });
    add_applies(fact, Reach::fewer, [i](OpSpec& op) -> Applies& { return op.rules[i].applies; });
    if (rule.on_data) return;
    for (const ExpressionEdit& edit : edits_of(rule.require)) {
      if (edit.whole->kind == ExprKind::boolean && edit.reach == Reach::more) continue;  // as without the rule
      add(looser_where(edit.reach), fact, edit.what, [i, to = edit.whole](OpSpec& op) { op.rules[i].require = to; });
    }
    if (!rule.when) return;
    add(WrongIn::stricter, fact, "applies it always", [i](OpSpec& op) { op.rules[i].when = nullptr; });
    for (const ExpressionEdit& edit : edits_of(rule.when)) {
      if (edit.whole->kind == ExprKind::boolean) continue;  // always, or never
      add(looser_where(opposite(edit.reach)), fact, "in its condition, " + edit.what,
          [i, to = edit.whole](OpSpec& op) { op.rules[i].when = to; });
    }
  }

  /// Moves where a fact applies. `reach` is that of the calls that are legal where it applies to more.
  void add_applies(const Fact& fact, Reach reach, const AppliesOf& of) {
    OpSpec copy = op_;
    const Applies now = of(copy);
    const auto set = [&](Reach to, const std::string& wrong, const Applies& then) {
      add(looser_where(to), fact, wrong, [of, then](OpSpec& op) { of(op) = then; });
    };
    const auto dated = [&](Reach to, const std::string& wrong, std::size_t since, std::size_t until) {
      Applies then = now;
      then.since = since;
      then.until = until;
      set(to, wrong, then);
    };
    dated(opposite(reach), "begins one release later", now.since + 1, now.until);
    if (now.since > 0) dated(reach, "begins one release earlier", now.since - 1, now.until);
    if (now.until != SIZE_MAX) dated(reach, "ends one release later", now.since, now.until + 1);
    std::vector<std::string> products;
    for (const Product& product : spec_.products) products.push_back(product.id);
    add_places(fact, reach, of, products, &Applies::products);
    std::vector<std::string> modes;
    for (const Mode& mode : spec_.modes.all) modes.push_back(mode.id);
    add_places(fact, reach, of, modes, &Applies::modes);
  }

  /// Adds each place that it does not apply to, and takes each other away.
  void add_places(const Fact& fact, Reach reach, const AppliesOf& of, const std::vector<std::string>& all,
                  std::vector<std::string> Applies::*list) {
    OpSpec copy = op_;
    const std::vector<std::string> listed = of(copy).*list;
    const std::vector<std::string>& now = listed.empty() ? all : listed;
    for (const std::string& place : all) {
      std::vector<std::string> then = now;
      const bool is_there = std::erase(then, place) > 0;
      if (!is_there) then.push_back(place);
      if (then.empty()) then.emplace_back("nowhere");
      add(looser_where(is_there ? opposite(reach) : reach), fact,
          fmt::format("{} {}", is_there ? "does not apply on" : "applies on", place),
          [of, then, list](OpSpec& op) { of(op).*list = then; });
    }
  }

  void add_parameter(std::size_t i) {
    const Parameter& parameter = op_.parameters[i];
    add_presence(i);
    add_applies({parameter.key, parameter.at}, Reach::more,
                [i](OpSpec& op) -> Applies& { return op.parameters[i].applies; });
    if (!has_cell(parameter)) add_words(i, "dtype", &Parameter::dtypes, all_dtypes());
    add_words(i, "layout", &Parameter::layouts, std::vector<Layout>(every<Layout>.begin(), every<Layout>.end()));
    add_words(i, "format", &Parameter::formats, std::vector<Format>(every<Format>.begin(), every<Format>.end()));
    if (parameter.kind == ParameterKind::tensor && parameter.layouts.empty()) add_free_layouts(i);
    for (std::size_t j = 0; j < parameter.shapes.size(); ++j) add_shape(i, j);
    add_defaults(i);
  }

  [[nodiscard]] ExpressionPtr presence(ExprKind kind, const Parameter& parameter) const {
    return make_node(kind, Type::boolean,
                     {make_name(ExprKind::parameter, type_of(parameter.kind), parameter.key, parameter.at)},
                     parameter.at);
  }

  /// Adds a device with one rule more.
  void add_stricter_rule(const Fact& fact, const std::string& wrong, ExpressionPtr require, const Applies& applies) {
    Rule rule;
    rule.id = "more than the spec";
    rule.require = std::move(require);
    rule.applies = applies;
    rule.at = fact.at;
    add(WrongIn::stricter, fact, wrong, [rule](OpSpec& op) { op.rules.push_back(rule); });
  }

  void add_presence(std::size_t i) {
    const Parameter& parameter = op_.parameters[i];
    const Fact fact{parameter.key + ".given", parameter.at};
    if (!parameter.optional && parameter.defaults.empty()) {
      add(WrongIn::looser, fact, "does without it", [i](OpSpec& op) { op.parameters[i].optional = true; });
      return;
    }
    add(WrongIn::stricter, fact, "wants it", [i](OpSpec& op) {
      op.parameters[i].optional = false;
      op.parameters[i].defaults.clear();
    });
    add_stricter_rule(fact, "refuses it", presence(ExprKind::absent, parameter), parameter.applies);
    const auto is_none = [](const auto& entry) { return std::holds_alternative<None>(entry.value.value); };
    if (!parameter.optional && std::ranges::none_of(parameter.defaults, is_none)) return;
    add(WrongIn::stricter, fact, "refuses none, but not where it is left out", [](OpSpec& /*op*/) {});
    devices_.back().refuses_none_of = parameter.key;
  }

  [[nodiscard]] bool has_cell(const Parameter& parameter) const {
    return std::ranges::any_of(op_.rows, [&](const Row& row) { return row.cells.contains(parameter.key); });
  }

  static std::vector<DType> all_dtypes() {
    std::vector<DType> all;
    for (const DTypeInfo& one : dtype_table) all.push_back(one.dtype);
    return all;
  }

  /// Adds each word that a list of the parameter at `i` does not have, and takes each other away.
  template <class T>
  void add_words(std::size_t i, std::string_view what, std::vector<Dated<std::vector<T>>> Parameter::*lists,
                 const std::vector<T>& all) {
    const Parameter& parameter = op_.parameters[i];
    for (std::size_t j = 0; j < (parameter.*lists).size(); ++j) {
      const Dated<std::vector<T>>& entry = (parameter.*lists)[j];
      const Fact fact{fmt::format("{}.{}", parameter.key, what), entry.at};
      for (const T word : all) {
        std::vector<T> then = entry.value;
        const bool is_there = std::erase(then, word) > 0;
        if (!is_there) then.push_back(word);
        if (then.empty() || (is_there && what == "dtype" && parameter.reserved)) continue;
        add(is_there ? WrongIn::stricter : WrongIn::looser, fact,
            fmt::format("{} {}", is_there ? "refuses" : "takes", name_of(word)),
            [i, j, then, lists](OpSpec& op) { (op.parameters[i].*lists)[j].value = then; });
      }
      add_applies(fact, Reach::fewer,
                  [i, j, lists](OpSpec& op) -> Applies& { return (op.parameters[i].*lists)[j].applies; });
    }
  }

  /// A parameter whose page says nothing of layouts takes all.
  void add_free_layouts(std::size_t i) {
    const Parameter& parameter = op_.parameters[i];
    for (const Layout layout : every<Layout>) {
      auto is_other = make_node(
          ExprKind::not_equal, Type::boolean,
          {make_node(ExprKind::layout_of, Type::word,
                     {make_name(ExprKind::parameter, Type::tensor, parameter.key, parameter.at)}, parameter.at),
           make_word(name_of(layout), parameter.at)},
          parameter.at);
      add_stricter_rule({parameter.key + ".layout", parameter.at}, fmt::format("refuses {}", name_of(layout)),
                        std::move(is_other), parameter.applies);
    }
  }

  void add_shape(std::size_t i, std::size_t j) {
    const Parameter& parameter = op_.parameters[i];
    const ShapeAlternative& way = parameter.shapes[j];
    const Fact fact{fmt::format("{}.shape.{}", parameter.key, way.id), way.at};
    if (parameter.shapes.size() > 1) {
      add(WrongIn::stricter, fact, "refuses it", [i, j](OpSpec& op) {
        auto& shapes = op.parameters[i].shapes;
        shapes.erase(shapes.begin() + offset(j));
      });
    }
    add_applies(fact, Reach::more, [i, j](OpSpec& op) -> Applies& { return op.parameters[i].shapes[j].applies; });
    for (const ExpressionEdit& edit : neighbours_of_shape(way.shape, parameter.key)) {
      add(WrongIn::looser, fact, edit.what, [i, j, to = edit.whole](OpSpec& op) {
        ShapeAlternative more = op.parameters[i].shapes[j];
        more.shape = to;
        op.parameters[i].shapes.push_back(std::move(more));
      });
    }
    if (!way.when) return;
    for (const ExpressionEdit& edit : edits_of(way.when)) {
      add(looser_where(edit.reach), fact, "in its condition, " + edit.what,
          [i, j, to = edit.whole](OpSpec& op) { op.parameters[i].shapes[j].when = to; });
    }
  }

  /// Takes a default of another release.
  void add_defaults(std::size_t i) {
    const Parameter& parameter = op_.parameters[i];
    for (std::size_t j = 0; j < parameter.defaults.size(); ++j) {
      const Fact fact{parameter.key + ".default", parameter.defaults[j].at};
      for (std::size_t k = 0; k < parameter.defaults.size(); ++k) {
        if (j == k) continue;
        add(WrongIn::stricter, fact, fmt::format("has the one of line {}", parameter.defaults[k].at.line),
            [i, j, k](OpSpec& op) { op.parameters[i].defaults[j].value = op.parameters[i].defaults[k].value; });
      }
    }
  }

  void add_row(std::size_t i) {
    const Row& row = op_.rows[i];
    const Fact fact{row.id, row.at};
    if (op_.rows.size() > 1)
      add(WrongIn::stricter, fact, "refuses it", [i](OpSpec& op) { op.rows.erase(op.rows.begin() + offset(i)); });
    add_applies(fact, Reach::more, [i](OpSpec& op) -> Applies& { return op.rows[i].applies; });
    for (std::size_t at = 0; at < op_.parameters.size(); ++at) {
      if (row.cells.contains(op_.parameters[at].key)) add_cell(i, at);
    }
  }

  /// Adds each dtype that the cell of row `i` for the parameter at `at` does not have, and takes each other away.
  void add_cell(std::size_t i, std::size_t at) {
    const Parameter& parameter = op_.parameters[at];
    const std::string key = parameter.key;
    const Fact fact{fmt::format("{}.{}", op_.rows[i].id, key), op_.rows[i].at};
    const Cell& cell = op_.rows[i].cells.at(key);
    const auto can_lose = [&] { return cell.dtypes.size() + (cell.none ? 1 : 0) > 1; };
    for (const DType dtype : all_dtypes()) {
      if (contains(cell.dtypes, dtype)) {
        if (!can_lose()) continue;
        add(WrongIn::stricter, fact, fmt::format("refuses {}", name_of(dtype)),
            [i, key, dtype](OpSpec& op) { std::erase(op.rows[i].cells.at(key).dtypes, dtype); });
      } else {
        add(WrongIn::looser, fact, fmt::format("takes {}", name_of(dtype)),
            [i, at, dtype](OpSpec& op) { take_dtype(op, i, at, dtype); });
      }
    }
    if (!parameter.optional) return;
    const bool is_always_none = cell.dtypes.empty();
    if (is_always_none || (cell.none && !can_lose())) return;
    add(cell.none ? WrongIn::stricter : WrongIn::looser, fact, cell.none ? "refuses none" : "takes none",
        [i, key](OpSpec& op) { op.rows[i].cells.at(key).none = !op.rows[i].cells.at(key).none; });
  }

  /// The list of the parameter gives way, too: the rows refuse the dtype elsewhere.
  static void take_dtype(OpSpec& op, std::size_t row, std::size_t at, DType dtype) {
    Cell& cell = op.rows[row].cells.at(op.parameters[at].key);
    if (cell.dtypes.empty()) cell.none = true;
    cell.dtypes.push_back(dtype);
    for (auto& entry : op.parameters[at].dtypes) {
      if (!contains(entry.value, dtype)) entry.value.push_back(dtype);
    }
  }

  void add_targets() {
    std::set<std::pair<std::string, std::string>> known;
    for (const Target& target : supported_targets_of_newest()) {
      if (!known.emplace(target.product, target.mode).second) continue;
      Applies applies;
      applies.products = {target.product};
      applies.modes = {target.mode};
      const SupportCell* const cell = find_support(spec_, op_, target);
      add_stricter_rule({"support", cell->at}, fmt::format("refuses all on {} in {}", target.product, target.mode),
                        make_boolean(0, cell->at), applies);
    }
  }

  [[nodiscard]] std::vector<Target> supported_targets_of_newest() const {
    std::vector<Target> targets = supported_targets(spec_, op_);
    std::erase_if(targets, [&](const Target& target) { return target.release != spec_.releases.back(); });
    return targets;
  }

  const Spec& spec_;
  const OpSpec& op_;
  std::map<std::string, std::size_t> count_;
  std::vector<SpecDevice> devices_;
};

}  // namespace

std::vector<SpecDevice> devices_of(const Spec& spec, const OpSpec& op) { return DeviceList(spec, op).run(); }

}  // namespace npu_cts::mutants
