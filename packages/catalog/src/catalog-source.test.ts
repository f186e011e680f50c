import { type Log, systemClock } from "@cenote/core";
import { createManualClock } from "@cenote/testkit";
import fs, { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CatalogError } from "./catalog-error";
import { type CatalogFile, createCatalogSource } from "./catalog-source";
import { UNCHECKED } from "./route-checks";
import type { Catalog } from "./types";

const PREFIX = (prefix: string) => `key_prefix: ${prefix}\n`;
/** Enough for one poll, and for the file to count as complete. */
const A_WHILE_MS = 1_200;

let folder: string;
let path: string;
let clock: ReturnType<typeof createManualClock>;
let source: CatalogFile | undefined;
let logged: { level: string; fields: object; message: string }[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "cenote-catalog-"));
  path = join(folder, "cenote.yaml");
  clock = createManualClock();
  logged = [];
});

afterEach(() => {
  source?.close();
  source = undefined;
  rmSync(folder, { recursive: true });
});

const log = Object.fromEntries(
  ["debug", "info", "warn", "error"].map((level) => [
    level,
    (fields: object, message: string) => {
      logged.push({ level, fields, message });
    },
  ]),
) as unknown as Log;

let edits = 0;
/** Writes with a distinct modification time: two writes within the file system's resolution would look like one. */
const write = (text: string, to = path) => {
  writeFileSync(to, text);
  edits += 1;
  utimesSync(to, 1_000 + edits, 1_000 + edits);
};

/** Simulates a file system event in the folder. */
let event: () => void;

const open = (): CatalogFile => {
  const watch = (_path: string, onEvent: () => void) => {
    event = onEvent;
    return { close: () => {} };
  };
  source = createCatalogSource({ path, env: { SECRET: "sk-live-1" }, log, clock, watch });
  return source;
};

test("an edit takes effect within a second, and listeners are called", async () => {
  write(PREFIX("one"));
  const opened = open();
  const seen: string[] = [];
  opened.onChange((catalog) => {
    seen.push(catalog.keyPrefix);
  });
  expect(opened.current().keyPrefix).toBe("one");
  write(PREFIX("two"));
  await clock.advance(A_WHILE_MS);
  expect(opened.current().keyPrefix).toBe("two");
  expect(seen).toEqual(["two"]);
});

test("a price announced for a day holds from its beginning on, of the file in force", async () => {
  const text = (prefix: string) => `
key_prefix: ${prefix}
providers: { p: { kind: openai-compatible, base_url: https://p.test } }
models:
  - id: p/m
    type: chat
    price_usd: { input_per_million_tokens: "1", output_per_million_tokens: "1", later: { from: 2026-01-02, input_per_million_tokens: "2", output_per_million_tokens: "2" } }
    routes: [{ provider: p, model: m }]
`;
  write(text("one"));
  const opened = open();
  const before = opened.current().priceVersion;
  const seen: string[] = [];
  opened.onChange(({ priceVersion }) => {
    seen.push(priceVersion);
  });
  write("key_prefix: [");
  await clock.advance(23 * 60 * 60 * 1_000);
  expect(opened.current().priceVersion).toBe(before);
  await clock.advance(60 * 60 * 1_000 + A_WHILE_MS);
  const after = opened.current();
  expect(seen).toEqual([after.priceVersion]);
  expect([after.keyPrefix, after.priceVersion === before]).toEqual(["one", false]);
  await clock.advance(24 * 60 * 60 * 1_000);
  expect(seen).toHaveLength(1);
});

test("an edit whose quirks no family has changes nothing", async () => {
  const provider = (quirk: string) =>
    `providers: { p: { kind: fal, base_url: https://p.test, quirks: { ${quirk}: 1 } } }\n`;
  const checkQuirks = (_kind: string, quirks: object) =>
    "known" in quirks ? [] : Object.keys(quirks).map((name) => `${name}: no such quirk`);
  write(`${PREFIX("one")}${provider("known")}`);
  source = createCatalogSource({
    path,
    env: {},
    log,
    clock,
    routeChecks: { ...UNCHECKED, checkQuirks },
    watch: () => undefined,
  });
  write(`${PREFIX("two")}${provider("nwon")}`);
  await clock.advance(A_WHILE_MS);
  expect(source.current().keyPrefix).toBe("one");
  expect(logged).toContainEqual({
    level: "error",
    fields: { path, mistakes: [{ path: "providers.p.quirks", line: 2, message: "nwon: no such quirk" }] },
    message: expect.stringContaining("the edit is not used"),
  });
});

test("a route ends on its day without a restart, and the log warns before", async () => {
  write(`
providers: { p: { kind: openai-compatible, base_url: https://p.test } }
models:
  - id: p/m
    type: chat
    price_usd: { input_per_million_tokens: "1", output_per_million_tokens: "1" }
    routes: [{ provider: p, model: old, until: 2026-01-02 }, { provider: p, model: new }]
`);
  const opened = open();
  const routes = { routes: [{ model: "p/m", provider: "p", until: "2026-01-02" }] };
  const warnings = () => logged.filter(({ message }) => message.startsWith("providers shut models down"));
  expect(warnings()).toMatchObject([{ level: "warn", fields: routes }]);
  const seen: (readonly string[])[] = [];
  opened.onChange(({ models }) => {
    seen.push(models.get("p/m")?.routes.map(({ model }) => model) ?? []);
  });
  await clock.advance(24 * 60 * 60 * 1_000 + A_WHILE_MS);
  expect(seen).toEqual([["new"]]);
  expect(warnings()).toHaveLength(2);
});

test("replacing the file, as editors do, counts as an edit", async () => {
  write(PREFIX("one"));
  const opened = open();
  write(PREFIX("two"), `${path}.new`);
  renameSync(`${path}.new`, path);
  await clock.advance(A_WHILE_MS);
  expect(opened.current().keyPrefix).toBe("two");
});

test("replacing the folder, as Kubernetes does for a ConfigMap, counts as an edit", async () => {
  const put = (revision: string) => {
    mkdirSync(join(folder, revision));
    write(PREFIX(revision), join(folder, revision, "cenote.yaml"));
    symlinkSync(revision, join(folder, "..data.new"));
    renameSync(join(folder, "..data.new"), join(folder, "..data"));
  };
  put("one");
  symlinkSync(join("..data", "cenote.yaml"), path);
  const opened = open();
  put("two");
  rmSync(join(folder, "one"), { recursive: true });
  await clock.advance(A_WHILE_MS);
  expect(opened.current().keyPrefix).toBe("two");
});

test("an invalid edit leaves the catalog unchanged and logs every mistake; the next valid one takes effect", async () => {
  write(PREFIX("one"));
  const opened = open();
  const before = opened.current();
  write("key_prefix: NO\nmarkup: x\nprovders: {}\n");
  await clock.advance(A_WHILE_MS);
  expect(opened.current()).toBe(before);
  expect(logged).toEqual([
    expect.objectContaining({
      level: "error",
      fields: expect.objectContaining({
        mistakes: [
          expect.objectContaining({ line: 1, path: "key_prefix" }),
          expect.objectContaining({ line: 2, path: "markup" }),
          expect.objectContaining({ line: 3, path: "provders" }),
        ],
      }),
    }),
  ]);
  await clock.advance(A_WHILE_MS * 5);
  expect(logged).toHaveLength(1);
  write(PREFIX("one"));
  await clock.advance(A_WHILE_MS);
  write(PREFIX("three"));
  await clock.advance(A_WHILE_MS);
  expect(opened.current().keyPrefix).toBe("three");
});

describe("a file is refused", () => {
  const look = async (opened: CatalogFile) => {
    await clock.advance(A_WHILE_MS);
    return opened.isRefused();
  };

  test("from an edit with a mistake until one without, also over the turn of a day", async () => {
    write(PREFIX("one"));
    const opened = open();
    expect(await look(opened)).toBe(false);
    write("key_prefix: NO\n");
    expect(await look(opened)).toBe(true);
    await clock.advance(24 * 60 * 60 * 1_000);
    expect(await look(opened)).toBe(true);
    write(PREFIX("two"));
    expect(await look(opened)).toBe(false);
  });

  test("while it can't be read, and while it is gone", async () => {
    write(PREFIX("one"));
    const opened = open();
    write(PREFIX("two"));
    const reading = jest.spyOn(fs, "readFileSync").mockImplementation(() => {
      throw Object.assign(new Error("too many open files"), { code: "EMFILE" });
    });
    expect(await look(opened)).toBe(true);
    reading.mockRestore();
    expect(await look(opened)).toBe(false);
    rmSync(path);
    expect(await look(opened)).toBe(true);
    write(PREFIX("two"));
    expect(await look(opened)).toBe(false);
  });

  test("not where there was none at the start", async () => {
    expect(await look(open())).toBe(false);
  });
});

test("no key is logged", async () => {
  write(PREFIX("one"));
  open();
  write("providers: { p: { kind: nope, api_key: ${SECRET}, base_url: ${SECRET} } }");
  await clock.advance(A_WHILE_MS);
  expect(logged).not.toEqual([]);
  expect(JSON.stringify(logged)).not.toContain("sk-live-1");
});

test("a file system event makes an edit take effect at once, without waiting for the next poll", async () => {
  write(PREFIX("one"));
  const opened = open();
  write(PREFIX("two"));
  event();
  await clock.advance(110);
  expect(opened.current().keyPrefix).toBe("two");
});

test("a file that is still being written is not read until it is complete", async () => {
  write(PREFIX("one"));
  const opened = open();
  const seen: string[] = [];
  opened.onChange((catalog) => {
    seen.push(catalog.keyPrefix);
  });
  for (const prefix of ["w", "wh", "who", "whol"]) {
    write(PREFIX(prefix));
    event();
    await clock.advance(90);
  }
  write(PREFIX("whole"));
  event();
  await clock.advance(A_WHILE_MS);
  expect(seen).toEqual(["whole"]);
});

test("a late event for a write already seen does not lose the edit", async () => {
  write(PREFIX("one"));
  const opened = open();
  write(PREFIX("two"));
  event();
  await clock.advance(50);
  event();
  await clock.advance(110);
  expect(opened.current().keyPrefix).toBe("two");
});

test("an edit that could not be read for a moment is not lost, and logged once", async () => {
  write(PREFIX("one"));
  const opened = open();
  write(PREFIX("two"));
  const reading = jest.spyOn(fs, "readFileSync").mockImplementation(() => {
    throw Object.assign(new Error("too many open files"), { code: "EMFILE" });
  });
  await clock.advance(3 * A_WHILE_MS);
  expect(logged.map(({ level, fields }) => ({ level, fields }))).toEqual([
    { level: "error", fields: { path, code: "EMFILE" } },
  ]);
  reading.mockRestore();
  await clock.advance(A_WHILE_MS);
  expect(opened.current().keyPrefix).toBe("two");
});

test("an edit made while the file is read for the first time is not lost", async () => {
  write(PREFIX("one"));
  // The variable is read while the text is being parsed.
  write("key_prefix: ${PREFIX}\n");
  source = createCatalogSource({
    path,
    env: {
      get PREFIX() {
        write(PREFIX("two"));
        return "one";
      },
    },
    log,
    clock,
    watch: () => undefined,
  });
  expect(source.current().keyPrefix).toBe("one");
  await clock.advance(A_WHILE_MS);
  expect(source.current().keyPrefix).toBe("two");
});

test("a real folder is watched too", async () => {
  write(PREFIX("one"));
  const changed = Promise.withResolvers<string>();
  source = createCatalogSource({ path, env: {}, log, clock: systemClock });
  source.onChange((catalog) => {
    changed.resolve(catalog.keyPrefix);
  });
  write(PREFIX("two"));
  expect(await changed.promise).toBe("two");
});

test("an edit that changes nothing calls no listener", async () => {
  write(PREFIX("one"));
  const opened = open();
  let told = 0;
  opened.onChange(() => {
    told += 1;
  });
  write(PREFIX("one"));
  await clock.advance(A_WHILE_MS);
  expect(told).toBe(0);
});

test("without a file the shipped catalog applies, which is logged, until there is one", async () => {
  const opened = open();
  expect(opened.current().models.has("openai/gpt-4o-mini")).toBe(true);
  expect(logged).toEqual([
    expect.objectContaining({ level: "info", message: expect.stringContaining("shipped catalog") }),
  ]);
  write(PREFIX("now"));
  await clock.advance(A_WHILE_MS);
  expect(opened.current().keyPrefix).toBe("now");
});

test("an edit of settings read only at start-up is logged with their keys while it waits for a restart; other edits are not", async () => {
  const s3 = "storage: { kind: s3, bucket: media, region: us-east-1 }\n";
  const warned = () => logged.filter(({ level }) => level === "warn").map(({ fields }) => fields);
  write(PREFIX("one"));
  const opened = open();
  write(
    `${PREFIX("two")}limits: { body_mib: 1 }\ncors: { origins: ["https://app.example"] }\nstorage: { kind: files }\n`,
  );
  await clock.advance(A_WHILE_MS);
  expect(opened.current().keyPrefix).toBe("two");
  expect(warned()).toEqual([]);
  write(PREFIX("three") + s3);
  await clock.advance(A_WHILE_MS);
  expect(warned()).toEqual([{ path, keys: ["storage"] }]);
  write(PREFIX("four") + s3);
  await clock.advance(A_WHILE_MS);
  expect(warned()).toHaveLength(2);
  write(PREFIX("five"));
  await clock.advance(A_WHILE_MS);
  expect(opened.current().keyPrefix).toBe("five");
  expect(warned()).toHaveLength(2);
});

test("deleting the file changes nothing", async () => {
  write(PREFIX("one"));
  const opened = open();
  rmSync(path);
  await clock.advance(A_WHILE_MS * 3);
  expect(opened.current().keyPrefix).toBe("one");
  expect(logged.map(({ level }) => level)).toEqual(["warn"]);
  write(PREFIX("back"));
  await clock.advance(A_WHILE_MS);
  expect(opened.current().keyPrefix).toBe("back");
});

test("a file that is invalid from the start is an error", () => {
  write("markup: x");
  expect(open).toThrow(CatalogError);
});

test("a failing listener does not affect others, and a removed one is not called", async () => {
  write(PREFIX("one"));
  const opened = open();
  const heard: Catalog[] = [];
  opened.onChange(() => {
    throw new Error("listener");
  });
  opened.onChange((catalog) => {
    heard.push(catalog);
  });
  opened.onChange(() => {
    throw new Error("left");
  })();
  write(PREFIX("two"));
  await clock.advance(A_WHILE_MS);
  expect(heard).toEqual([opened.current()]);
  expect(logged.filter(({ level }) => level === "error")).toHaveLength(1);
});

test("after close the file is no longer polled", async () => {
  write(PREFIX("one"));
  const opened = open();
  opened.close();
  write(PREFIX("two"));
  await clock.advance(A_WHILE_MS * 3);
  expect(opened.current().keyPrefix).toBe("one");
});

describe("a provider in the file whose variable is not set", () => {
  const providing = (key: string) => `extends: default
providers:
  mine: { kind: openai-compatible, base_url: http://127.0.0.1:1, api_key: "\${${key}}" }
models:
  - { id: mine/alone, type: chat, price_usd: { input_per_million_tokens: "0", output_per_million_tokens: "0" }, routes: [{ provider: mine, model: m }] }
`;
  const warnings = () => logged.filter(({ level }) => level === "warn");

  test("is logged at start-up, with the models that have no route without it", () => {
    write(providing("NOPE_KEY"));
    open();
    expect(warnings()).toEqual([
      {
        level: "warn",
        message: "a provider is not used: an environment variable in its configuration is not set",
        fields: { path, provider: "mine", variables: ["NOPE_KEY"], models: ["mine/alone"] },
      },
    ]);
  });

  test("is logged after an edit, but not if the variable is set", async () => {
    write(providing("SECRET"));
    open();
    expect(warnings()).toEqual([]);
    write(providing("NOPE_KEY"));
    await clock.advance(A_WHILE_MS);
    expect(warnings()).toMatchObject([{ fields: { provider: "mine", variables: ["NOPE_KEY"] } }]);
  });

  test("is not logged if it is a shipped one without its key", () => {
    write("extends: default\n");
    open();
    expect(warnings()).toEqual([]);
  });
});
