// A library that is no plugin.
int no_plugin() { return 0; }
