import { execFileSync } from "node:child_process";
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { inRoot } from "./harness/paths";

/** The files that the launcher checks and the programs it calls, with a builder that only records its calls. */
const SETTINGS = ["tsconfig.json", "tsconfig.base.json", "pnpm-lock.yaml", "scripts/bundle.mjs"];
const SOURCE = "apps/standalone/src/main.ts";
const MAIN = "apps/standalone/dist/main.js";

let root: string;

const at = (path: string): string => join(root, path);

const write = (path: string, text: string, mode?: number) => {
  mkdirSync(dirname(at(path)), { recursive: true });
  writeFileSync(at(path), text, { mode });
};

/** The builder as a shell script. */
const builderDoes = (work: string) => write("bin/turbo", `#!/bin/sh\necho built >> ${at("builds")}\n${work}\n`, 0o755);

const start = (): number => {
  const script = `import { ensureBuilt } from ${JSON.stringify(at("scripts/launch/build.mjs"))}; ensureBuilt({ env: process.env });`;
  try {
    execFileSync(process.execPath, ["--input-type=module", "--eval", script], {
      env: { PATH: `${at("bin")}:${process.env["PATH"] ?? ""}` },
      stdio: "ignore",
    });
    return 0;
  } catch {
    return 1;
  }
};

const builds = (): number => readFileSync(at("builds"), "utf8").split("\n").length - 1;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "cenote-rebuilding-"));
  cpSync(inRoot("scripts/launch"), at("scripts/launch"), { recursive: true });
  for (const path of [...SETTINGS, SOURCE, MAIN, "packages/core/src/index.ts", "bench/src/main.ts"]) write(path, "");
  builderDoes("exit 0");
  expect(start()).toBe(0);
});

afterEach(() => {
  rmSync(root, { recursive: true, force: true });
});

test("what has not changed is not built again", () => {
  expect(start()).toBe(0);
  expect(builds()).toBe(1);
});

test.each([...SETTINGS, SOURCE])("a change of %s is built", (path) => {
  appendFileSync(at(path), "\n");
  expect(start()).toBe(0);
  expect(builds()).toBe(2);
});

test("after a failed build, restored sources are built again", () => {
  renameSync(at(SOURCE), at("kept"));
  builderDoes("exit 1");
  expect(start()).toBe(1);
  renameSync(at("kept"), at(SOURCE));
  builderDoes("exit 0");
  expect(start()).toBe(0);
  expect(builds()).toBe(3);
});

test.each(["gateway", "dashboard"])("the builder's cache follows the settings of %s too", (app) => {
  const plan = execFileSync(
    inRoot("node_modules/.bin/turbo"),
    ["run", "build", "--dry=json", "--filter", `@cenote/${app}`],
    { cwd: inRoot(), encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] },
  );
  const { tasks } = JSON.parse(plan) as {
    readonly tasks: readonly { readonly taskId: string; readonly inputs: Readonly<Record<string, string>> }[];
  };
  const { inputs = {} } = tasks.find(({ taskId }) => taskId === `@cenote/${app}#build`) ?? {};
  const own = app === "dashboard" ? ["tsconfig.json"] : [];
  expect(Object.keys(inputs)).toEqual(
    expect.arrayContaining([
      ...["tsconfig.json", "tsconfig.base.json", "scripts/bundle.mjs"].map((path) => `../../${path}`),
      ...own,
    ]),
  );
});
