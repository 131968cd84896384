// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "framework/ascend/reading/read_page.h"
#include "framework/model/spec.h"

namespace npu_cts::ascend {

/// What a page lists as dtypes of one parameter: for every product, or for those it names.
struct DtypeList {
  std::vector<std::string> products;  ///< ids; empty: every product of the page
  std::vector<DType> dtypes;
  PageStatement from;
};

/// A word among the dtypes of a parameter that looks like one, and is none of the spec's.
struct UnknownDtype {
  std::string name;
  PageStatement from;
};

struct PageParameter {
  std::string name;
  std::string section;  ///< parameters, constructor, inputs, variables; empty: the signature alone has it
  std::string type;     ///< "Tensor", "int", as the page has it; empty: not said
  bool optional = false;
  bool keyword_only = false;
  bool required = false;                    ///< the page says so
  bool reserved = false;                    ///< the page says that it has no effect
  std::optional<std::string> default_text;  ///< as in the signature
  std::vector<DtypeList> dtypes;
  std::vector<PageStatement> from;
};

/// A row of a table of dtypes that go together.
struct PageRow {
  std::vector<std::string> products;       ///< ids; empty: every product of the page
  std::map<std::string, Cell> cells = {};  ///< by the page's heading
  PageStatement from;
};

/// A result that a page names.
struct PageOutput {
  std::string name;
  std::vector<PageStatement> from;
};

struct PageProduct {
  std::string id;
  bool supported = true;
  PageStatement from;
};

/// What a page says in a form that a program can hold against the spec.
struct PageFacts {
  std::string signature;  ///< "(x, y=None) -> Tensor"
  PageStatement signature_from;
  std::vector<PageParameter> parameters;  ///< in the order of the signature, then of the page
  std::vector<PageRow> rows;
  std::vector<PageOutput> outputs;  ///< in the order of the page; one that has no name is left out
  std::vector<PageProduct> products;
  std::set<std::string> frameworks;  ///< "PyTorch 2.1": those that it names with a version
  PageStatement frameworks_from;
  std::vector<PageStatement> formulas;          ///< those that stand by themselves
  std::vector<PageStatement> unknown_products;  ///< that name a product no alias of the spec has
  std::vector<UnknownDtype> unknown_dtypes;
};

/// Returns the facts among `statements`, those of one page of `release`: product names are the aliases of `spec` that
/// hold then. What has no such form (shapes, limits, constraints in words) is left to a person.
PageFacts facts_of(const std::vector<PageStatement>& statements, const Spec& spec, std::string_view release);

/// Returns the ids of the products that `text` names in `release`.
std::vector<std::string> products_in(std::string_view text, const Spec& spec, std::string_view release);

}  // namespace npu_cts::ascend
