import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { CHAT_MODEL } from "./harness/cenote-yaml";
import { inRoot } from "./harness/paths";
import { withSystem } from "./harness/with-system";

const run = promisify(execFile);
const bench = withSystem();
const GUIDE = readFileSync(inRoot("docs/graphql.md"), "utf8");
const START_LIMIT_MS = 60_000;

/** The fenced block of a language that holds a part, at the address of the system under test. */
const blockWith = (language: string, part: string): string => {
  const blocks = [...GUIDE.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, "gms"))].map(([, text]) => text ?? "");
  const found = blocks.find((text) => text.includes(part));
  if (found === undefined) throw new Error(`the guide has no ${language} block with ${part}`);
  // Long enough for a connection to be lost in its middle.
  const told = found.replace("a long story.", "a long story. [[sim words=40 chunk_ms=20]]");
  return told.replaceAll("127.0.0.1:8080", `127.0.0.1:${bench().system.port}`);
};

const shell = async (part: string): Promise<unknown> =>
  JSON.parse((await run("bash", ["-c", blockWith("sh", part).replace("curl ", "curl --silent ")], { env: { ...process.env, CENOTE_API_KEY: bench().system.key } })).stdout);

const mint = async (): Promise<string> => {
  const { data } = (await shell("createClientToken")) as { data: { createClientToken: { secret: string } } };
  return data.createClientToken.secret;
};

const program = async (part: string, change = (text: string) => text): Promise<string> =>
  (await run(process.execPath, ["--input-type=module", "--eval", change(blockWith("js", part))], { env: { ...process.env, CENOTE_TOKEN: await mint() }, cwd: join(__dirname, ".."), timeout: START_LIMIT_MS })).stdout;

test("the first query answers", async () => {
  expect(await shell("viewer")).toMatchObject({ data: { viewer: { organization: { name: "demo" } }, models: expect.arrayContaining([expect.objectContaining({ id: CHAT_MODEL })]) } });
});

test.each([
  ["graphql-ws alone", "client.dispose()"], ["urql", "@urql/core"], ["Apollo Client", "@apollo/client"], ["a connection that is lost", "resumeChat"], ["graphql-sse", "graphql-sse"],
])("the program with %s types an answer out and tells its price", async (_library, part) => {
  expect(await program(part)).toMatch(/\w+ \w+[^]*\d\.\d+ MXN\n$/);
});

test.each([
  ["graphql-ws alone", "client.dispose()"], ["urql", "@urql/core"], ["Apollo Client", "@apollo/client"], ["graphql-sse", "graphql-sse"],
])("the program with %s fails where its question is refused, and where its token is", async (_library, part) => {
  const saysWith = (change: (text: string) => string) => program(part, change).then(() => "it went well", ({ stderr }: { readonly stderr: string }) => stderr);
  expect(await saysWith((text) => text.replace(CHAT_MODEL, ""))).toMatch(/model: must/);
  expect(await saysWith((text) => text.replaceAll("process.env.CENOTE_TOKEN", '"nobody"'))).toMatch(/invalid_api_key|401/);
});
