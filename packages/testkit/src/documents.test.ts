import { basename, dirname, join } from "node:path/posix";
import { pathsOf, readTree, type TextFile } from "./testing/tree";

const files = readTree();
const paths = pathsOf(files);
const documents = files.filter(({ path }) => path.endsWith(".md"));

const textOf = (path: string): string => {
  const found = files.find((file) => file.path === path);
  if (found === undefined) throw new Error(`there is no ${path}`);
  return found.text;
};

const FENCE = /^```[\s\S]*?^```/gm;
const IN_CODE_MARKS = /`([^`\n]+)`/g;

const firstGroups = (pattern: RegExp, text: string): string[] =>
  [...text.matchAll(pattern)].map(([, group = ""]) => group);
const namesIn = (text: string): string[] => firstGroups(IN_CODE_MARKS, text);

/** The text under a heading. */
const chapterOf = (text: string, heading: string): string => text.split(`${heading}\n`)[1]?.split(/^## /m, 1)[0] ?? "";

/** The rows of a text's first table. */
const rowsOf = (text: string): string[] => (/^(?:\|.*\n?)+/m.exec(text)?.[0] ?? "").trimEnd().split("\n").slice(2);

/** The names in backticks in the first cell of each row. */
const namesInFirstCells = (rows: readonly string[]): string[] =>
  rows.flatMap((row) => namesIn(row.split(/(?<!\\) \| /, 1)[0] ?? ""));

describe("paths", () => {
  const FOLDER_OR_FILE = /^[\w@.*<>-]+(?:\/[\w@.*<>-]+)*\/?$/;
  const FILE = /\.(?:[cm]?[jt]s|tsx|json|ya?ml|md|graphql|proto|py|html|css)$/;
  const FROM_ROOT = /^(?:apps|packages|docs|infra|e2e|bench|scripts|proto|examples)\//;
  /** Not in the tree: generated at run time, or created by an operator. */
  const MADE_LATER = new Set(["infra/secrets/internal-token", "mongo/", "secantusdb/", "mongo-server.json"]);

  const isPath = (name: string): boolean =>
    FOLDER_OR_FILE.test(name) &&
    (name.endsWith("/") || FILE.test(name) || FROM_ROOT.test(name)) &&
    !MADE_LATER.has(name);

  /** `rest/<noun>/` and `*-sdk.test.ts` are patterns. */
  const endingWith = (name: string): RegExp =>
    new RegExp(
      `(?:^|/)${name.replace(/\/$/, "").replaceAll(/[.@]/g, "\\$&").replaceAll(/<\w+>/g, "[^/]+").replaceAll("*", "[^/]*")}$`,
    );

  /** The rooms that a text names, in which its paths are resolved. */
  const roomsIn = (text: string): string[] => [
    ...new Set(
      firstGroups(/`((?:apps|packages|examples)\/[\w-]+|(?:infra|e2e|bench|scripts|proto|docs)(?=[/`]))/g, text),
    ),
  ];

  const isThere = (name: string, rooms: readonly string[]): boolean => {
    const ending = endingWith(name);
    return [...paths].some(
      (path) =>
        ending.test(path) &&
        (path.replace(ending, "") === "" ||
          rooms.some((room) => room === "." || path === room || path.startsWith(`${room}/`))),
    );
  };

  /**
   * The parts of a document, each with the rooms its paths may be in. A README describes its own room, a chapter of
   * ARCHITECTURE the rooms it names, a guide all rooms.
   */
  const partsOf = ({ path, text }: TextFile): { readonly text: string; readonly rooms: readonly string[] }[] => {
    if (path === "ARCHITECTURE.md")
      return text.split(/^(?=## )/m).map((chapter) => ({ text: chapter, rooms: roomsIn(chapter) }));
    return [{ text, rooms: [path.endsWith("README.md") && !path.startsWith("docs/") ? dirname(path) : "."] }];
  };

  const named = (text: string): string[] => [
    ...namesIn(text.replaceAll(FENCE, "")),
    // The left column of a layout: `server/ HTTP: bodies, errors`.
    ...(text.match(FENCE) ?? [])
      .filter((block) => block.startsWith("```\n"))
      .flatMap((layout) => firstGroups(/^(\S+(?: \S+)*?)(?: {2,}.*)?$/gm, layout))
      .flatMap((column) => column.split(" ")),
  ];

  test.each(documents.map((document) => [document.path, document] as const))(
    "that %s names exist",
    (_path, document) => {
      const missing = partsOf(document).flatMap(({ text, rooms }) =>
        named(text).filter((name) => isPath(name) && !isThere(name, rooms)),
      );
      expect(missing).toEqual([]);
    },
  );

  test("are looked up only in the rooms named with them", () => {
    expect(isThere("chat/stream-chat.ts", ["apps/inference"])).toBe(true);
    expect(isThere("chat/stream-chat.ts", ["apps/gateway"])).toBe(false);
    expect(isThere("apps/inference/src/chat/stream-chat.ts", [])).toBe(true);
    expect(isThere("rest/<noun>/", ["apps/gateway"])).toBe(true);
    expect(isThere("hat/stream-chat.ts", ["apps/inference"])).toBe(false);
    expect(["`slow`", "`a b/`", "`openai/gpt-4o-mini`", "`/v1/models`"].flatMap(namesIn).filter(isPath)).toEqual([]);
  });
});

describe("links", () => {
  /** As GitHub derives the anchor of a heading. */
  const anchorsOf = (text: string): Set<string> =>
    new Set(
      firstGroups(/^#+ (.+)$/gm, text.replaceAll(FENCE, "")).map((heading) =>
        heading
          .toLowerCase()
          .replaceAll(/[^\w\- ]/g, "")
          .replaceAll(" ", "-"),
      ),
    );

  test.each(documents.map(({ path, text }) => [path, text] as const))("in %s have a target", (path, text) => {
    const broken = firstGroups(/\]\(([^)\s]+)\)/g, text.replaceAll(FENCE, "")).filter((link) => {
      if (/^https?:/.test(link)) return false;
      const [file = "", anchor] = link.split("#");
      const target = file === "" ? path : join(dirname(path), file).replace(/\/$/, "");
      return !paths.has(target) || (anchor !== undefined && !anchorsOf(textOf(target)).has(anchor));
    });
    expect(broken).toEqual([]);
  });
});

describe("READMEs", () => {
  const rooms = [...paths].filter((path) => /^(apps|packages)\/[^/]+$/.test(path));

  test("exist in every room, and ARCHITECTURE has a row for each", () => {
    const rows = new Set(namesInFirstCells(rowsOf(chapterOf(textOf("ARCHITECTURE.md"), "## The rooms"))));
    expect(rooms.length).toBeGreaterThan(15);
    expect(rooms.filter((room) => !paths.has(`${room}/README.md`))).toEqual([]);
    const folders = [...paths].filter(
      (path) => !path.includes("/") && !path.includes(".") && files.some((file) => file.path.startsWith(`${path}/`)),
    );
    const others = folders.filter((folder) => !["apps", "packages", "examples"].includes(folder));
    expect([...rooms, ...others].filter((room) => !rows.has(room))).toEqual([]);
  });

  const services = files
    .filter(({ path }) => path.endsWith(".proto"))
    .flatMap(({ path, text }) =>
      firstGroups(/^service (\w+) \{/gm, text).map((service) => ({
        service,
        app: `apps/${path.split("/")[2] ?? ""}`,
        rpcs: firstGroups(/^ {2}rpc (\w+)\(/gm, text),
      })),
    );

  test("of services list the errors of every RPC, and of no others", () => {
    expect(services.map(({ service }) => service).sort()).toEqual([
      "BillingService",
      "InferenceService",
      "MediaService",
    ]);
    for (const { app, rpcs } of services) {
      const told = namesInFirstCells(rowsOf(chapterOf(textOf(`${app}/README.md`), "## RPCs")));
      expect({ app, told: told.sort() }).toEqual({ app, told: [...rpcs].sort() });
    }
  });

  test("of services use only existing error codes", () => {
    const codes = new Set(firstGroups(/^ {2}([a-z_]+): \{$/gm, textOf("packages/core/src/error-table.ts")));
    const NO_CODES = new Set(["requires_hold"]);
    for (const { app } of services) {
      const unknown = rowsOf(chapterOf(textOf(`${app}/README.md`), "## RPCs"))
        .flatMap(namesIn)
        .filter((name) => /^[a-z]+(_[a-z]+)+$/.test(name) && !codes.has(name) && !NO_CODES.has(name));
      expect({ app, unknown }).toEqual({ app, unknown: [] });
    }
  });

  test("of the gateway lists every REST path", () => {
    const { paths: addresses } = JSON.parse(textOf("openapi.json")) as {
      readonly paths: Readonly<Record<string, unknown>>;
    };
    const told = new Set(
      namesIn(textOf("apps/gateway/README.md")).map((name) => name.replace(/^(?:DELETE|GET|POST) /, "")),
    );
    expect(Object.keys(addresses).length).toBeGreaterThan(8);
    expect(Object.keys(addresses).filter((address) => !told.has(address))).toEqual([]);
  });

  test("of the end-to-end suite has a row for each file, and no others", () => {
    const suites = files
      .filter(({ path }) => /^e2e\/src\/.*\.test\.ts$/.test(path))
      .map(({ path }) => basename(path, ".test.ts"));
    const told = namesInFirstCells(rowsOf(textOf("e2e/README.md")));
    expect(suites.length).toBeGreaterThan(30);
    expect(told.sort()).toEqual(suites.sort());
  });
});

describe("decisions", () => {
  const decisions = files.filter(({ path }) => /^docs\/decisions\/\d/.test(path));

  test("have one format: a number, a title, a date and whether they are in force", () => {
    for (const { path, text } of decisions) {
      const number = Number(basename(path).slice(0, 4));
      expect({ path, head: text.split("\n").slice(0, 3) }).toEqual({
        path,
        head: [
          expect.stringMatching(new RegExp(`^# ${number}\\. \\S`)),
          "",
          expect.stringMatching(/^\d{4}-\d{2}-\d{2}\. (?:In force|Replaced by \d{4})\.$/),
        ],
      });
    }
  });

  test("are numbered without gaps, and have a line each in their README", () => {
    const names = decisions.map(({ path }) => basename(path)).sort();
    expect(names.map((name) => Number(name.slice(0, 4)))).toEqual(names.map((_name, index) => index + 1));
    expect(firstGroups(/^\| \[\d{4}\]\(([^)]+)\) \|/gm, textOf("docs/decisions/README.md"))).toEqual(names);
  });
});

test("every variable of ours that a document names is read somewhere", () => {
  const code = files.filter(({ path }) => !path.endsWith(".md") && path !== ".env.example");
  const named = new Set(documents.flatMap(({ text }) => namesIn(text)).filter((name) => /^CENOTE_[A-Z_]+$/.test(name)));
  expect(named.size).toBeGreaterThan(10);
  expect([...named].filter((name) => !code.some(({ text }) => new RegExp(`\\b${name}\\b`).test(text)))).toEqual([]);
});
