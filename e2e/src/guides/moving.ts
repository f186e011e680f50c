import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { inRoot } from "../harness/paths";
import { pythonWithFrameworks } from "../harness/python";
import { harness } from "./harness";
import { codeIn } from "./code-blocks";

const run = promisify(execFile);
const QUESTION = "Hello!";
/** Rejected by the provider: a client that considers only the status would retry. */
const REFUSED = "Hello! [[sim fault=status status=400]]";

const { blockWith } = codeIn("docs/clients.md", "docs/moving.md");

const environment = () => ({ ...process.env, CENOTE_API_KEY: harness().system.key });

const runs = {
  js: (program: string) =>
    run(process.execPath, ["--input-type=module", "--eval", program], {
      env: environment(),
      cwd: inRoot("e2e"),
    }),
  python: async (program: string) => run(await pythonWithFrameworks(), ["-c", program], { env: environment() }),
};

/** Two hundred megabytes of packages, downloaded once per machine, at the speed of its network. */
const INSTALL_LIMIT_MS = 1_800_000;
beforeAll(async () => {
  await pythonWithFrameworks();
}, INSTALL_LIMIT_MS);

const CLIENTS = [
  ["js", "@ai-sdk/openai-compatible"],
  ["js", "createOpenAI("],
  ["js", "@langchain/openai"],
  ["js", "@anthropic-ai/sdk"],
  ["python", "langchain_openai"],
  ["python", "OpenAIChatCompletionsModel"],
  ["python", "pydantic_ai"],
] as const;

test.each(CLIENTS)("the program in %s with %s prints the model's answer", async (language, part) => {
  const marked = `${QUESTION} ${part}`;
  const { stdout } = await runs[language](blockWith(language, part).replace(QUESTION, `${marked} [[sim text=Moved]]`));
  expect(stdout.trim()).toBe("Moved");
  expect(await harness().simulator.calls(marked)).toHaveLength(1);
});

test.each(CLIENTS)("the program in %s with %s sends a rejected prompt once", async (language, part) => {
  const marked = `${REFUSED} ${part}`;
  const failed = await runs[language](blockWith(language, part).replace(QUESTION, marked)).then(
    ({ stderr }) => stderr,
    (error: unknown) => String(error),
  );
  expect(failed).toMatch(/Invalid request/);
  expect(await harness().simulator.calls(marked)).toHaveLength(1);
});

test("the program that generates an image has it", async () => {
  const { stdout } = await runs.js(blockWith("js", "generateImage"));
  expect(stdout).toMatch(/^image\/png \d{3,}\n$/);
});

test("the program that begins a video with an image has its job", async () => {
  const { stdout } = await runs.js(blockWith("js", "input_reference"));
  expect(stdout).toMatch(/^video\.job (?:pending|processing)\n$/);
});
