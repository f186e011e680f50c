import { CenoteError, type Log, silentLog } from "@cenote/core";
import { recordTraces } from "@cenote/tracing/testing";
import { startGateway } from "../testing/start-gateway";

const TRACE = "0af7651916cd43dd8448eb211c80319c";
const chat = { model: "openai/gpt-4o-mini", messages: [{ role: "user", content: "Hi" }] };

const start = async (options: Parameters<typeof startGateway>[0] = {}) => {
  const traces = recordTraces();
  const running = await startGateway({ ...options, tracing: traces.tracing });
  return { ...traces, ...running, stop: () => running.gateway.close(0) };
};

test("a request is a span of its caller's trace, and what is done for it is part of it", async () => {
  const inside: (string | undefined)[] = [];
  const lines: object[] = [];
  const log: Log = {
    ...silentLog,
    info: (fields, message) => {
      lines.push({ message, traceId: tracing.traceId(), ...fields });
    },
  };
  const { tracing, spans, post, stop } = await start({
    log,
    inference: {
      createChatCompletion: () => {
        inside.push(tracing.traceId());
        return Promise.reject(new CenoteError("rate_limit_exceeded", "marker"));
      },
    },
  });
  const response = await post("/v1/chat/completions", chat, {
    headers: { traceparent: `00-${TRACE}-b7ad6b7169203331-01` },
  });
  await response.text();
  await stop();
  expect(inside).toEqual([TRACE]);
  expect(spans()).toMatchObject([
    {
      name: "POST /v1/chat/completions",
      kind: "server",
      traceId: TRACE,
      isError: false,
      attributes: {
        "http.route": "/v1/chat/completions",
        "http.response.status_code": 429,
        "error.type": "rate_limit_exceeded",
        "cenote.request_id": response.headers.get("x-request-id"),
      },
    },
  ]);
  expect(lines).toContainEqual(expect.objectContaining({ message: "request", traceId: TRACE }));
  expect(JSON.stringify(spans())).not.toContain("marker");
});

test("unknown paths and probes are not traced", async () => {
  const { spans, request, stop } = await start();
  await (await request("/v1/marker?marker=1")).text();
  await (await request("/metrics")).text();
  await (await request("/v1/models/marker")).text();
  await stop();
  expect(spans().map(({ name, attributes }) => [name, attributes["error.type"]])).toEqual([
    ["GET", "not_found"],
    ["GET /v1/models/*", "model_not_found"],
  ]);
  expect(JSON.stringify(spans())).not.toContain("marker");
});
