// Lets plain Node run the TypeScript sources, the way jest does: for tests that need a process to kill.
const { readFileSync } = require("node:fs");
const { join } = require("node:path");
const swc = require("@swc/core");

const { sourceMaps: _, ...settings } = require(join(__dirname, "../../../../scripts/swc-jest.js"));

require.extensions[".ts"] = (module, filename) => {
  module._compile(swc.transformSync(readFileSync(filename, "utf8"), { ...settings, filename }).code, filename);
};
