import { readdirSync } from "node:fs";
import { join } from "node:path";
import { variablesNeededBy, variablesOf } from "./testing/app-facts";
import { ROOT, textOf } from "./testing/infra-file";

const firstGroups = (pattern: RegExp, text: string): string[] =>
  [...text.matchAll(pattern)].map(([, group = ""]) => group);
const missingIn = (text: string, names: Iterable<string>): string[] =>
  [...names].filter((name) => !new RegExp(`\\b${name}\\b`).test(text));

const example = textOf(".env.example");
const operating = textOf("docs/operating.md");

/** Apps that read both the system's environment and their own. */
const APPS = ["billing", "inference", "media", "gateway", "standalone"];

describe("variables", () => {
  const inExample = new Set(firstGroups(/^([A-Z_]+)=/gm, example));
  const ofProviders = new Set(firstGroups(/\$\{([A-Z_]+)/g, textOf("packages/catalog/default.yaml")));

  /** Variable -> apps that read it, from the table of those not in .env.example. */
  const [, chapter = ""] = operating.split("### What a service reads\n");
  const told = new Map(
    [...(chapter.split(/^#/m, 1)[0] ?? "").matchAll(/^\| (`[A-Z_`, ]+`) \| ([^|]+) \|/gm)].flatMap(
      ([, names = "", readers = ""]) =>
        firstGroups(/`([A-Z_]+)`/g, names).map((name) => [name, readers.split(", ").sort()] as const),
    ),
  );

  test("of the whole system are in .env.example, and every one there is read", () => {
    const known = new Set([...variablesOf("standalone"), ...ofProviders]);
    expect(inExample.size).toBeGreaterThan(20);
    expect([...inExample].filter((name) => !known.has(name))).toEqual([]);
    expect([...known].filter((name) => !inExample.has(name))).toEqual([]);
  });

  test("of single services are in docs/operating.md, with the services that read them", () => {
    const own = new Set(APPS.flatMap((app) => [...variablesOf(app)]).filter((name) => !inExample.has(name)));
    const read = [...own].map((name) => [name, APPS.filter((app) => variablesOf(app).has(name)).sort()] as const);
    expect(own.size).toBeGreaterThan(4);
    expect(new Map([...told].filter(([, readers]) => readers[0] !== "the image"))).toEqual(new Map(read));
    expect(
      missingIn(
        textOf("infra/image/secrets.mjs"),
        [...told].filter(([, readers]) => readers[0] === "the image").map(([name]) => name),
      ),
    ).toEqual([]);
  });

  test("that an app requires are in its README", () => {
    expect(APPS.flatMap(variablesNeededBy).length).toBeGreaterThan(5);
    for (const app of APPS)
      expect({ app, missing: missingIn(textOf(`apps/${app}/README.md`), variablesNeededBy(app)) }).toEqual({
        app,
        missing: [],
      });
  });

  test("that accept a few fixed values have all of them in .env.example", () => {
    const choices = [
      ...textOf("packages/runtime/src/cenote-environment.ts").matchAll(
        /choiceVariable\(\{\s*name: "([A-Z_]+)",[^\]]*words: \[([^\]]+)\]/g,
      ),
    ];
    expect(choices.map(([, name]) => name)).toEqual(["CENOTE_SIMULATE", "LOG_LEVEL"]);
    for (const [, name = "", words = ""] of choices) {
      const [, comment = ""] = new RegExp(`((?:^#.*\\n)+)${name}=`, "m").exec(example) ?? [];
      expect({ name, missing: missingIn(comment, firstGroups(/"(\w+)"/g, words)) }).toEqual({ name, missing: [] });
    }
  });

  test("of OpenTelemetry that are read here are in docs/operating.md", () => {
    const sources = readdirSync(join(ROOT, "packages/tracing/src")).filter(
      (name) => name.endsWith(".ts") && !name.includes(".test."),
    );
    const read = new Set(
      sources.flatMap((name) => firstGroups(/\b(OTEL_[A-Z_]+)\b/g, textOf(`packages/tracing/src/${name}`))),
    );
    expect(read.size).toBeGreaterThan(5);
    // A row may list several by suffix: `OTEL_EXPORTER_OTLP_HEADERS`, `_TIMEOUT`.
    expect(
      [...read].filter(
        (name) => !operating.includes(name) && !operating.includes(`\`_${name.split("_").at(-1) ?? ""}\``),
      ),
    ).toEqual([]);
  });
});
