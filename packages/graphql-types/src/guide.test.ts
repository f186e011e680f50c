import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);
const ROOT = resolve(__dirname, "../../..");
const PAGE = join(ROOT, "examples/graphql-page");
const GUIDE = readFileSync(join(ROOT, "docs/graphql.md"), "utf8");
const blocks = (language: string) =>
  [...GUIDE.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, "gms"))].map(([, text = ""]) => text);

/**
 * What the compiler reports for a frontend team's program, in a folder with the example page's packages and generated
 * files.
 */
const compile = async (program: string): Promise<string> => {
  const folder = mkdtempSync(join(tmpdir(), "cenote-types-"));
  try {
    writeFileSync(join(folder, "program.ts"), program);
    writeFileSync(
      join(folder, "tsconfig.json"),
      JSON.stringify({
        extends: join(PAGE, "tsconfig.json"),
        compilerOptions: {
          rootDirs: [folder, join(PAGE, "src")],
          paths: {
            "@cenote/graphql-types": [join(ROOT, "packages/graphql-types/src/index.ts")],
            "*": [join(PAGE, "node_modules/*")],
          },
        },
        include: ["program.ts"],
      }),
    );
    return await run(process.execPath, [join(ROOT, "node_modules/typescript/bin/tsc"), "-p", folder]).then(
      () => "",
      ({ stdout }: { readonly stdout: string }) => stdout,
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
};

describe("the guide's TypeScript", () => {
  it("compiles, every block of it", async () => {
    const programs = blocks("ts");
    expect(programs.length).toBeGreaterThanOrEqual(2);
    for (const program of programs) expect(await compile(program)).toBe("");
  });

  it.each([
    ["a field of another event", "event.content", "event.contents", "'contents'"],
    ["a forgotten event", /case "ChatToolCallDelta":[^]*?case/, "case", "lacks ending return statement"],
    ["money taken for a number", "`\\n${event.usage.costMxn} MXN`", "event.usage.costMxn * 2", "arithmetic operation"],
    ["a role there is none of", '"USER"', '"KING"', '"KING"'],
    ["a question without a model", 'model: "openai/gpt-6-luna", ', "", "'model'"],
  ])("would not compile with %s", async (_what, right, wrong, complaint) => {
    const changed = blocks("ts")
      .map((program) => ({ program, wrong: program.replace(right, wrong) }))
      .find(({ program, wrong: text }) => text !== program);
    expect(await compile(changed?.wrong ?? "")).toContain(complaint);
  });

  it("uses the same configuration as the example page", () => {
    expect(blocks("json")).toContain(readFileSync(join(PAGE, "codegen.json"), "utf8"));
  });
});
