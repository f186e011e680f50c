import { readFileSync } from "node:fs";
import { join } from "node:path";
import { nodeTooOld } from "./node-version";

const ROOT = join(__dirname, "../../..");

test.each(["18.20.8", "20.19.0", "20.20.2", "22.18.9"])("Node %s is told to be too old, and what to do", (version) => {
  expect(nodeTooOld(version)).toMatch(
    new RegExp(`^cenote: this is Node ${version}, .* 22\\.19 or later\\. .*npm start`),
  );
});

test.each(["22.19.0", "22.20.1", "24.0.0", process.versions.node])("Node %s will do", (version) => {
  expect(nodeTooOld(version)).toBeUndefined();
});

test("the launcher brings another Node in the same cases", () => {
  const launcher = readFileSync(join(ROOT, "scripts/launch/toolchain.mjs"), "utf8");
  const [, major, minor] = /OLDEST_NODE = \[(\d+), (\d+)\]/.exec(launcher) ?? [];
  expect(nodeTooOld(`${major}.${minor}.0`)).toBeUndefined();
  expect(nodeTooOld(`${major}.${Number(minor) - 1}.9`)).toBeDefined();
});

test.each(["billing", "inference", "media", "gateway", "standalone", "standalone/services"])(
  "%s looks at its Node before it imports anything else",
  (app) => {
    const path = app === "standalone/services" ? "apps/standalone/src/services/main.ts" : `apps/${app}/src/main.ts`;
    expect(readFileSync(join(ROOT, path), "utf8")).toMatch(/^import "@cenote\/runtime\/require-node";\n/);
  },
);
