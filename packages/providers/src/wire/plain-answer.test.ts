import { createManualClock } from "@cenote/testkit";
import { ProviderError } from "../provider-error";
import type { HttpSink } from "./http";
import { readWholeAnswer } from "./plain-answer";

const MAX_BYTES = 1024;

/** A whole answer of which the test says what arrives. */
const open = () => {
  const sinks: HttpSink[] = [];
  let aborted = 0;
  const whole = readWholeAnswer({
    http: {
      send(_request, sink) {
        sinks.push(sink);
        const abort = () => {
          aborted += 1;
        };
        return { pause() {}, resume() {}, abort };
      },
      close: async () => {},
    },
    clock: createManualClock(),
    limits: { connectMs: 1_000, firstContentMs: 5_000, idleMs: 2_000, totalMs: 60_000 },
    signal: new AbortController().signal,
    request: { method: "POST", url: "https://provider.test/v1", headers: {}, body: "" },
    maxBytes: MAX_BYTES,
    toError: (status) => new ProviderError({ kind: "server", status, message: "" }),
  });
  const [provider] = sinks;
  if (provider === undefined) throw new Error("nothing was sent");
  provider.onConnected();
  provider.onAnswer(200, { "content-type": "application/json" });
  return { whole, provider, aborted: () => aborted };
};

test("a whole answer has its status, its headers and all of its text", async () => {
  const { whole, provider } = open();
  for (const text of ["\n\n", '{"a":', "1}"]) provider.onBytes(Buffer.from(text));
  provider.onEnd();
  expect(await whole).toEqual({
    status: 200,
    headers: { "content-type": "application/json" },
    text: '\n\n{"a":1}',
  });
});

test("an answer of more than its limit fails its try, and no more of it is read", async () => {
  const { whole, provider, aborted } = open();
  for (let sent = 0; sent < MAX_BYTES; sent += 128) provider.onBytes(Buffer.alloc(128, " "));
  expect(aborted()).toBe(0);
  provider.onBytes(Buffer.from(" "));
  expect(aborted()).toBe(1);
  await expect(whole).rejects.toMatchObject({
    kind: "malformed",
    message: "The provider's answer is larger than 1024 bytes.",
  });
});
