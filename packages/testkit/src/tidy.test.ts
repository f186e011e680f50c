import { readdirSync } from "node:fs";
import { basename, dirname, extname, join } from "node:path";
import { readTree, ROOT, type TextFile } from "./testing/tree";

const CODE = new Set([".ts", ".mts", ".cts", ".tsx", ".js", ".mjs", ".cjs", ".py", ".proto", ".sh"]);
const GENERATED = /\/generated\//;
const TEST_CODE = /\.(test|contract)\.ts$|\/(testing|__fixtures__)\/|\/testing\.ts$/;

const MAX_LINES = 500;
const ROOMS = ["packages", "apps"];

const files = readTree();
const code = files.filter(({ path }) => CODE.has(extname(path)) && !GENERATED.test(path));
const here = "packages/testkit/src/tidy.test.ts";

/** `path:line` of every matching line. */
const linesWith = (pattern: RegExp, among: readonly TextFile[]): string[] =>
  among
    .filter(({ path }) => path !== here)
    .flatMap(({ path, text }) =>
      pattern.test(text)
        ? text.split("\n").flatMap((line, index) => (pattern.test(line) ? [`${path}:${index + 1}`] : []))
        : [],
    );

test("the walk finds the tree", () => {
  for (const path of ["package.json", "pnpm-lock.yaml", here]) expect(files.map((file) => file.path)).toContain(path);
});

test(`no file is longer than ${MAX_LINES} lines`, () => {
  const long = code
    .map(({ path, text }) => ({ path, lines: text.split("\n").length - 1 }))
    .filter(({ lines }) => lines > MAX_LINES);
  expect(long).toEqual([]);
});

test("files are named for the one thing they contain", () => {
  const vague = new Set(["util", "utils", "helper", "helpers", "common", "manager", "misc"]);
  const wordsOf = (path: string) =>
    [basename(path), basename(dirname(path))].flatMap((name) => name.toLowerCase().split(/[-._]/));
  expect(
    code
      .filter(({ path }) => !path.startsWith("proto/") && wordsOf(path).some((word) => vague.has(word)))
      .map(({ path }) => path),
  ).toEqual([]);
});

test("no test is focused", () => {
  expect(linesWith(/\b(test|it|describe)\.only\b|\b(fit|fdescribe)\(/, code)).toEqual([]);
});

test("no to-do marks are left", () => {
  expect(linesWith(/\b(TODO|FIXME|XXX|HACK)\b/, files)).toEqual([]);
});

test("nothing contains a path of one machine", () => {
  expect(linesWith(/(?<![\w.}/-])\/(root|work|home\/[a-z][\w-]*|Users\/[A-Za-z][\w-]*)\//, files)).toEqual([]);
});

test.each(["@bufbuild/buf-", "@esbuild/", "@oxlint/binding-", "@swc/core-", "@turbo/"])(
  "the lock file has %s for each platform that contributors have",
  (name) => {
    const lock = files.find(({ path }) => path === "pnpm-lock.yaml")?.text ?? "";
    const platforms = ["darwin-arm64", "darwin-(?:x64|64)", "linux-(?:arm64|aarch64)", "linux-(?:x64|x86_64|64)"];
    expect(platforms.filter((platform) => !new RegExp(`^  '${name}${platform}`, "m").test(lock))).toEqual([]);
  },
);

test("nothing refers to a package registry, especially not the lock file", () => {
  expect(
    linesWith(/https?:\/\/[^\s"'<>)]*(registry|npmjs|npmmirror|pypi|pythonhosted|artifactory|nexus|verdaccio)/i, files),
  ).toEqual([]);
  const lock = files.find(({ path }) => path === "pnpm-lock.yaml")?.text ?? "";
  expect(lock).not.toMatch(/https?:\/\/|tarball:/);
});

test("every room is described, in a README or in ARCHITECTURE", () => {
  const architecture = files.find(({ path }) => path === "ARCHITECTURE.md")?.text ?? "";
  const rooms = [
    ...ROOMS.flatMap((kind) => readdirSync(join(ROOT, kind)).map((name) => `${kind}/${name}`)),
    "bench",
    "e2e",
  ];
  const isTold = (room: string) =>
    files.some(({ path }) => path === `${room}/README.md`) || architecture.includes(`\`${room}\``);
  expect(rooms.filter((room) => !isTold(room))).toEqual([]);
});

test("time, randomness and the environment are arguments", () => {
  // Code that may read the clock: the clock itself, also the browser's; gRPC deadlines, which the library measures by
  // the wall clock; the processes around a database; and a program that the playground shows.
  const allowed =
    /^packages\/core\/src\/(clock|ids)\.ts$|^apps\/dashboard\/src\/(clock|pages\/playground\/chat-code)\.ts$|^packages\/rpc\/src\/(grpc-client|reader-watch)\.ts$|^packages\/mongo\/src\/|^packages\/testkit\/src\/redis\/|\/(main|config|environment|emit-[a-z]+)\.ts$|^apps\/standalone\/src\/services\/child\.ts$/;
  const product = code.filter(
    ({ path }) =>
      /^(packages|apps)\//.test(path) && path.includes("/src/") && !TEST_CODE.test(path) && !allowed.test(path),
  );
  const outsideComments = product.map(({ path, text }) => ({
    path,
    text: text.replaceAll(/^\s*(\*|\/\*\*|\/\/).*$/gm, ""),
  }));
  expect(
    linesWith(
      /\bDate\.now\(|\bnew Date\(\)|\bMath\.random\(|\bperformance\.now\(|(?<!\.)\bset(Timeout|Interval)\(|\bprocess\.env\b/,
      outsideComments,
    ),
  ).toEqual([]);
});
