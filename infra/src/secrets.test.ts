import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { ROOT } from "./testing/infra-file";

const run = promisify(execFile);

const folder = mkdtempSync(join(tmpdir(), "cenote-secrets-"));
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** The variables that start.mjs adds to an environment. */
const secretsFor = async (env: Readonly<Record<string, string>>): Promise<unknown> => {
  const script = `import { readSecrets } from ${JSON.stringify(join(ROOT, "infra/image/secrets.mjs"))}; console.log(JSON.stringify(readSecrets(process.env)));`;
  const { stdout } = await run(process.execPath, ["--input-type=module", "--eval", script], { env: { ...env } });
  return JSON.parse(stdout);
};

test("a file named like a variable provides its value, unless the variable is set; other files are ignored", async () => {
  writeFileSync(join(folder, "OPENAI_API_KEY"), "sk-from-a-file\n");
  writeFileSync(join(folder, "CENOTE_INTERNAL_TOKEN"), "from-a-file");
  writeFileSync(join(folder, "FAL_KEY"), "from-a-file");
  writeFileSync(join(folder, "notes.txt"), "no secret");
  mkdirSync(join(folder, "FOLDER"));
  // Empty counts as unset: .env.example lists every variable that way.
  expect(await secretsFor({ CENOTE_SECRETS_DIR: folder, CENOTE_INTERNAL_TOKEN: "", FAL_KEY: "set" })).toEqual({
    OPENAI_API_KEY: "sk-from-a-file",
    CENOTE_INTERNAL_TOKEN: "from-a-file",
  });
});

test("a container without secrets starts with its environment unchanged", async () => {
  expect(await secretsFor({ CENOTE_SECRETS_DIR: join(folder, "nowhere") })).toEqual({});
});
