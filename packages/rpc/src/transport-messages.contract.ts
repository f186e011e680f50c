import type { StreamChatCompletionResponse } from "@cenote/contracts";
import { fullChatRequest, fullCompletion, fullEvents } from "./full-messages.contract";
import { admitRequest, type Connect, openConnections, streamRequest } from "./testing/connections";
import { text } from "./testing/text";

/** Messages arrive complete, in order and at their callers. */
export const messagesContract = (name: string, connect: Connect): void => {
  describe(`${name}: `, () => {
    const { serve, serveStream } = openConnections(connect);

    describe("messages", () => {
      test("of a unary call arrive with every field, both ways", async () => {
        const seen: unknown[] = [];
        const { billing, inference } = await serve({
          billing: {
            admit(request) {
              seen.push(request);
              return Promise.resolve({
                heldNanoMxn: -(2n ** 63n),
                rateLimits: {
                  requestsLimit: 1,
                  requestsRemaining: 0,
                  requestsResetMs: 3,
                  tokensLimit: 4,
                  tokensRemaining: 5,
                  tokensResetMs: 6,
                },
              });
            },
            setFxRate: ({ mxnPerUsd }) =>
              Promise.resolve({ rate: { mxnPerUsd, source: "operator", at: new Date("2026-01-02T03:04:05.678Z") } }),
            authenticate: ({ keyDigest }) =>
              Promise.resolve({ organizationId: keyDigest.toString("hex"), keyId: "", zdr: false }),
          },
          inference: {
            createChatCompletion(request) {
              seen.push(request);
              return Promise.resolve(fullCompletion);
            },
          },
        });
        expect(await billing.admit(admitRequest)).toEqual({
          heldNanoMxn: -(2n ** 63n),
          rateLimits: {
            requestsLimit: 1,
            requestsRemaining: 0,
            requestsResetMs: 3,
            tokensLimit: 4,
            tokensRemaining: 5,
            tokensResetMs: 6,
          },
        });
        expect(await inference.createChatCompletion({ context: admitRequest.context, chat: fullChatRequest })).toEqual(
          fullCompletion,
        );
        expect(seen).toEqual([admitRequest, { context: admitRequest.context, chat: fullChatRequest }]);
        expect((await billing.setFxRate({ mxnPerUsd: "17.5" })).rate?.at).toEqual(new Date("2026-01-02T03:04:05.678Z"));
        expect((await billing.authenticate({ keyDigest: Buffer.from([0, 255, 16]) })).organizationId).toBe("00ff10");
      });

      test("of a stream arrive complete and in order, then the stream ends", async () => {
        const sent = Array.from({ length: 300 }, (_, index) =>
          index % 50 === 0 ? { events: fullEvents } : text(`t${index}`),
        );
        const { inference } = await serve({
          inference: {
            streamChatCompletion: async function* stream() {
              yield* sent;
            },
          },
        });
        const received: StreamChatCompletionResponse[] = [];
        for await (const message of inference.streamChatCompletion(streamRequest)) received.push(message);
        expect(received).toEqual(sent);
      });

      test("of many megabytes arrive, in both directions", async () => {
        const big = "ü".repeat(5_000_000);
        const { inference } = await serve({
          inference: {
            createChatCompletion: ({ chat }) => Promise.resolve({ ...fullCompletion, model: chat?.model ?? "" }),
            streamChatCompletion: async function* stream({ chat }) {
              yield text(chat?.model ?? "");
            },
          },
        });
        const chat = { ...fullChatRequest, model: big };
        expect((await inference.createChatCompletion({ context: undefined, chat })).model === big).toBe(true);
        for await (const { events } of inference.streamChatCompletion({ context: undefined, chat }))
          expect(events[0]?.event?.value === big).toBe(true);
      });

      test("of concurrent calls arrive at their callers", async () => {
        const { billing } = await serve({
          billing: {
            getBalance: ({ organizationId }) =>
              Promise.resolve({ balanceNanoMxn: BigInt(organizationId), heldNanoMxn: 0n, availableNanoMxn: 0n }),
          },
        });
        const balances = await Promise.all(
          Array.from({ length: 100 }, (_, index) => billing.getBalance({ organizationId: String(index) })),
        );
        expect(balances.map(({ balanceNanoMxn }) => Number(balanceNanoMxn))).toEqual(
          Array.from({ length: 100 }, (_, index) => index),
        );
      });
    });

    test("of a stream may be requested before earlier ones have arrived", async () => {
      const messages = await serveStream(async function* source() {
        for (let index = 0; index < 3; index++) yield text(String(index));
      });
      const results = await Promise.all([messages.next(), messages.next(), messages.next(), messages.next()]);
      expect(results.map(({ done, value }) => (done === true ? "end" : value.events[0]?.event?.value))).toEqual([
        "0",
        "1",
        "2",
        "end",
      ]);
    });
  });
};
