#pragma once

#include "framework/model/half.h"  // IWYU pragma: export
