import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { inRoot } from "../harness/paths";
import { pythonWithOpenai } from "../harness/python";
import { harness } from "./harness";
import { codeIn } from "./code-blocks";

const run = promisify(execFile);

const { blocks, blockWith } = codeIn("README.md");

const environment = () => ({ ...process.env, CENOTE_API_KEY: harness().system.key });

test("the first curl call gets an answer", async () => {
  const { stdout } = await run("bash", ["-c", blockWith("sh", "curl ").replace("curl ", "curl --silent ")], {
    env: environment(),
  });
  expect(JSON.parse(stdout)).toMatchObject({ object: "chat.completion", usage: { cost_mxn: expect.any(Number) } });
});

test("the first call with OpenAI's package for Node streams text", async () => {
  const { stdout } = await run(process.execPath, ["--input-type=module", "--eval", blockWith("js", "new OpenAI")], {
    env: environment(),
    cwd: inRoot("e2e"),
  });
  expect(stdout.length).toBeGreaterThan(10);
});

test("the first call with OpenAI's package for Python prints its price", async () => {
  const { stdout } = await run(await pythonWithOpenai(), ["-c", blockWith("python", "OpenAI(")], {
    env: environment(),
  });
  expect(Number(stdout.trim().split(" ").at(-1))).toBeGreaterThan(0);
});

test("every command of the operator's chapter works as written", async () => {
  const { system } = harness();
  const commands = blocks("sh")
    .flatMap((text) => text.split("\n"))
    .flatMap((line) => /^npm run cenote -- ([^#]+)/.exec(line)?.[1]?.trim() ?? []);
  expect(commands.length).toBeGreaterThan(5);
  for (const command of commands) {
    const words = [...command.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? "");
    const { exitCode, stdout, stderr } = await system.tool(
      ...words.map((word) => (word === "ORG" ? "demo" : word)),
      "--json",
    );
    expect({ command, exitCode, stderr }).toMatchObject({ command, exitCode: 0 });
    expect(JSON.parse(stdout)).toEqual(expect.any(Object));
  }
});
