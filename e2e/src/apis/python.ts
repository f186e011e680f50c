import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { CHAT_MODEL, EMBEDDING_MODEL } from "../harness/cenote-yaml";
import { pythonWithOpenai } from "../harness/python";
import { harness } from "./harness";

const REQUEST_ID = /^req_[0-9a-f]{24}$/;
const run = promisify(execFile);

test("OpenAI's Python package: chat, streams, tools, embeddings, models and typed errors", async () => {
  const { system } = harness();
  const script = join(__dirname, "check.py");
  const { stdout } = await run(await pythonWithOpenai(), [
    script,
    system.baseUrl,
    system.key,
    CHAT_MODEL,
    EMBEDDING_MODEL,
  ]);
  const seen = JSON.parse(stdout) as Record<string, Record<string, unknown>>;

  expect(seen.plain).toMatchObject({
    id: expect.stringMatching(REQUEST_ID),
    content: "Dicho y hecho.",
    finish: "stop",
    cost_mxn: expect.any(Number),
  });
  expect(seen.plain?.request_id).toBe(seen.plain?.id);
  expect(seen.stream).toEqual({ content: "Dicho y hecho.", finish: "stop", total: seen.plain?.total });
  expect(seen.tool).toEqual({ name: "weather", arguments: { city: expect.any(String) } });
  expect(seen.embeddings).toEqual({ count: 2, dimensions: 1536, tokens: 2 });
  expect(seen.models).toEqual(expect.arrayContaining([CHAT_MODEL, EMBEDDING_MODEL]));
  expect(seen.model).toBe(CHAT_MODEL);
  expect(seen.errors).toMatchObject({
    key: {
      type: "AuthenticationError",
      status: 401,
      code: "invalid_api_key",
      request_id: expect.stringMatching(REQUEST_ID),
    },
    model: { type: "NotFoundError", status: 404, code: "model_not_found" },
    body: { type: "BadRequestError", status: 400, code: "invalid_request_error" },
    provider: { type: "InternalServerError", status: 502, code: "provider_unavailable" },
    stream: { type: "APIError", code: "provider_unavailable" },
  });
});
