// `node --require scripts/register.cjs FILE.ts` runs the sources directly: they are compiled when they are loaded, as
// in jest.
const { readFileSync } = require("node:fs");
const swc = require("@swc/core");
const settings = require("./swc-settings.cjs");

// Deprecated in favour of hooks, with which no import without an extension would be found.
// oxlint-disable-next-line typescript/no-deprecated
require.extensions[".ts"] = (module, filename) => {
  module._compile(swc.transformSync(readFileSync(filename, "utf8"), { ...settings, filename }).code, filename);
};
