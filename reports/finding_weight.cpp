// SPDX-License-Identifier: Apache-2.0
#include "reports/finding_weight.h"

#include <algorithm>
#include <cstdlib>

#include <fmt/format.h>

#include "framework/base/find.h"

namespace npu_cts::reports {
namespace {

struct Words {
  std::string_view en, zh;
};

/// What a kind of finding costs users, and what would fix the documents. How this spec reads them meanwhile is the
/// resolution.
struct KindWeight {
  std::string_view kind;
  Severity severity;
  Words effect;
  Words fix;  ///< {} is what the finding is about
};

constexpr std::array weights{
    KindWeight{"default-breaks-rule",
               Severity::high,
               {"a call that leaves the argument out is refused", "不传该参数的调用会报错"},
               {"give '{}' a default that keeps the rule, or none", "将 {} 的默认值改为满足约束的值，或取消默认值"}},
    KindWeight{"bit-outside-field",
               Severity::high,
               {"a program written after the text packs other bits", "按文字编写的程序打包出不同的位"},
               {"name the bits that the formula writes", "按公式更正所述的位"}},
    KindWeight{"argument-of-other-type",
               Severity::medium,
               {"a call with the listed type may fail", "按所列类型传参可能报错"},
               {"state the type that the page's programs pass", "按示例所传的值更正参数类型"}},
    KindWeight{"dtypes-not-in-rows",
               Severity::medium,
               {"a call with the listed dtype is refused", "使用所列数据类型的调用会报错"},
               {"take the dtype out of the parameter's list, or add the row that uses it",
                "从参数说明中删去该类型，或在组合表中补上使用它的一行"}},
    KindWeight{"documents-disagree",
               Severity::medium,
               {"readers of the two statements write different calls", "按两处陈述会写出不同的调用"},
               {"let one of the two statements on '{}' go, or say for which releases, products and modes each holds",
                "关于 {} 的两处陈述保留其一，或写明各自适用的版本、产品与模式"}},
    KindWeight{"golden-not-reproduced",
               Severity::medium,
               {"who runs the program sees another output", "运行示例会得到不同的输出"},
               {"print the output of the program that is shown", "打印所示程序的真实输出"}},
    KindWeight{"reused-output",
               Severity::medium,
               {"who runs the program sees another output", "运行示例会得到不同的输出"},
               {"run the program '{}' and print what it prints", "运行示例 {} 并打印其真实输出"}},
    KindWeight{"degenerate-example",
               Severity::low,
               {"the example shows little of what the operator does", "示例难以说明算子的行为"},
               {"draw the data of the example '{}' from a wider range, and print what that program prints",
                "扩大示例 {} 数据的取值范围，并打印该程序的真实输出"}},
    KindWeight{"dtype-among-formats",
               Severity::low,
               {"the reader stumbles; no call changes", "影响阅读，不影响调用"},
               {"write what the list is about, or take the word out of it", "更正列表的名称，或删去不属于它的词"}},
    KindWeight{"stray-mark",
               Severity::low,
               {"the reader stumbles; no call changes", "影响阅读，不影响调用"},
               {"take the mark out of the shape of '{}'", "删去 {} 的 shape 中多余的标记"}},
    KindWeight{"code-in-output",
               Severity::low,
               {"the reader stumbles; no call changes", "影响阅读，不影响调用"},
               {"show the line as it is printed", "按实际打印的内容更正该行"}},
    KindWeight{"product-not-in-table",
               Severity::low,
               {"it is unclear for which product the sentence holds", "不清楚该句适用于哪种产品"},
               {"write the product's name as the page's list has it", "改用本页产品列表中的名称"}},
    KindWeight{"name-of-one-edition",
               Severity::low,
               {"readers of the two editions learn different things", "两种语言的读者所得不同"},
               {"say it in both editions or in neither", "两种语言的页面同时保留或同时删去"}},
    KindWeight{"example-of-two-kinds",
               Severity::low,
               {"the link leads to an operator of another kind", "链接指向另一类算子"},
               {"link an operator that is of the kind the sentence speaks of", "改为链接到属于该类的算子"}},
};

constexpr KindWeight unknown{"",
                             Severity::medium,
                             {"two statements cannot both hold", "两处陈述不能同时成立"},
                             {"correct one of the two", "更正其中一处"}};

std::string variants_of(const ImplementationDefined& behaviour) {
  std::string names;
  for (const Variant& variant : behaviour.variants) names += (names.empty() ? "" : ", ") + variant.id;
  return names;
}

/// Returns the weight of code that contradicts a page about `subject`: numbers, the operator's support, or a rule.
FindingWeight code_weight(const OpSpec& op, const std::string& subject, Language language) {
  const auto say = [&](std::string_view en, std::string_view zh, const std::string& name) {
    return fmt::format(fmt::runtime(pick(language, en, zh)), name);
  };
  const auto behaviour = std::ranges::find(op.implementation_defined, subject, &ImplementationDefined::id);
  if (behaviour != op.implementation_defined.end()) {
    return {
        Severity::high,
        say("two implementations give different numbers: {}", "不同实现的数值结果不同：{}", variants_of(*behaviour)),
        say("say which of these is computed: {}", "写明采用其中哪一种：{}", variants_of(*behaviour))};
  }
  if (subject == "support") {
    return {Severity::high,
            say("users of a product do not know whether it has the operator", "用户无法确定产品是否支持该算子", ""),
            say("list the same products for {} on both pages", "使两处 {} 的产品列表一致", op.name)};
  }
  if (contains(op.rules, subject, &Rule::id)) {
    return {Severity::medium,
            say("calls at the limit '{}' are refused or accepted against the page",
                "约束 {} 处的调用，实际是否报错与页面不符", subject),
            say("state the limit '{}' that the program checks, or check the page's",
                "写明程序实际检查的约束 {}，或按页面检查", subject)};
  }
  return {Severity::medium,
          say("what the program does with '{}' is not what the page says", "程序对 {} 的处理与页面所述不同", subject),
          say("describe '{}' as the program treats it, or change the program", "按程序的实际处理说明 {}，或修改程序",
              subject)};
}

}  // namespace

std::string_view say(Severity severity, Language language) {
  switch (severity) {
    case Severity::high:
      return pick(language, "high", "高");
    case Severity::medium:
      return pick(language, "medium", "中");
    case Severity::low:
      return pick(language, "low", "低");
  }
  std::abort();
}

FindingWeight weigh(const OpSpec& op, const Contradiction& one, Language language) {
  if (one.kind == "code-disagrees") return code_weight(op, one.subject, language);
  const auto* const found = std::ranges::find(weights, one.kind, &KindWeight::kind);
  const KindWeight& row = found == weights.end() ? unknown : *found;
  return {row.severity, std::string(pick(language, row.effect.en, row.effect.zh)),
          fmt::format(fmt::runtime(pick(language, row.fix.en, row.fix.zh)), one.subject)};
}

}  // namespace npu_cts::reports
