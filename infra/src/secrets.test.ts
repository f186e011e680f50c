import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { ROOT } from "./testing/infra-file";

const run = promisify(execFile);

const folder = mkdtempSync(join(tmpdir(), "cenote-secrets-"));
afterAll(() => { rmSync(folder, { recursive: true, force: true }); });

/** What start.mjs adds to an environment. */
const secretsFor = async (env: Readonly<Record<string, string>>): Promise<unknown> => {
  const script = `import { readSecrets } from ${JSON.stringify(join(ROOT, "infra/image/secrets.mjs"))}; console.log(JSON.stringify(readSecrets(process.env)));`;
  const { stdout } = await run(process.execPath, ["--input-type=module", "--eval", script], { env: { ...env } });
  return JSON.parse(stdout);
};

test("a file named as a variable is its value; what is set, and what is named otherwise, stays out", async () => {
  writeFileSync(join(folder, "OPENAI_API_KEY"), "sk-from-a-file\n");
  writeFileSync(join(folder, "CENOTE_INTERNAL_TOKEN"), "from-a-file");
  writeFileSync(join(folder, "FAL_KEY"), "from-a-file");
  writeFileSync(join(folder, "notes.txt"), "no secret");
  mkdirSync(join(folder, "FOLDER"));
  // Empty is as good as unset: .env.example lists every variable so.
  expect(await secretsFor({ CENOTE_SECRETS_DIR: folder, CENOTE_INTERNAL_TOKEN: "", FAL_KEY: "set" }))
    .toEqual({ OPENAI_API_KEY: "sk-from-a-file", CENOTE_INTERNAL_TOKEN: "from-a-file" });
});

test("a container without secrets starts with what its environment says", async () => {
  expect(await secretsFor({ CENOTE_SECRETS_DIR: join(folder, "nowhere") })).toEqual({});
});
