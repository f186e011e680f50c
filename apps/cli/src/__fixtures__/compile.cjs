// Lets a plain Node process run the sources as they are: swc on the way in, as jest does.
const { readFileSync } = require("node:fs");
const Module = require("node:module");
const { join } = require("node:path");

const root = process.env.CENOTE_ROOT;
const { transformSync } = Module.createRequire(join(root, "package.json"))("@swc/core");
const options = require(join(root, "scripts/swc-jest.js"));

require.extensions[".ts"] = (module, path) => {
  const { code } = transformSync(readFileSync(path, "utf8"), { ...options, filename: path });
  module._compile(code, path);
};
