// SPDX-License-Identifier: Apache-2.0
// A library that is no plugin.
int no_plugin() { return 0; }
