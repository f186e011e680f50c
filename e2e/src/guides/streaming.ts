import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { ask, type ChatCompletion } from "../harness/client";
import { PATIENCE_MS } from "../harness/limits";
import { harness } from "./harness";
import { codeIn } from "./code-blocks";

const run = promisify(execFile);
/** Long enough to lose the connection in the middle. */
const STORY = "Tell me a long story. [[sim words=60 chunk_ms=20]]";

test("the program that loses its connection prints the whole story once, and its price", async () => {
  const { client, simulator, system } = harness();
  const program = codeIn("docs/streaming.md").blockWith("js", "Tell me a long story.");
  const { stdout } = await run(
    process.execPath,
    ["--input-type=module", "--eval", program.replace("Tell me a long story.", STORY)],
    {
      env: { ...process.env, CENOTE_API_KEY: system.key },
      timeout: PATIENCE_MS,
    },
  );
  const whole = await client.postJson<ChatCompletion>(
    "/v1/chat/completions",
    ask(STORY, { model: "openai/gpt-6-luna" }),
  );
  expect(stdout).toBe(
    `${whole.body.choices[0]?.message.content}\n${whole.text.match(/"cost_mxn":([\d.]+)/)?.[1]} MXN\n`,
  );
  // The program's call, and the call it is compared with.
  expect(await simulator.calls("long story")).toHaveLength(2);
});
