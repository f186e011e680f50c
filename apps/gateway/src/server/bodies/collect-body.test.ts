import type { IncomingMessage } from "node:http";
import { PassThrough } from "node:stream";
import { CenoteError } from "@cenote/core";
import { createManualClock } from "@cenote/testkit";
import type { FastifyRequest } from "fastify";
import { type CollectBodyOptions, createCollectBody } from "./collect-body";

/**
 * A body whose last piece comes by `end`.
 * @param isThere Whether all of it has come with its head. @param enter Takes its place among those that arrive.
 */
const bodyOf = (isThere: boolean, enter = () => {}) => {
  const clock = createManualClock();
  const raw = Object.assign(new PassThrough(), { complete: isThere, headers: {} });
  const request = { headers: {}, exchange: { bodyMs: 0 } } as unknown as FastifyRequest;
  const options = {
    clock,
    bodies: { count() {}, leave() {} },
    arriving: { enter, leave() {} },
    limits: { bodyBytes: () => 1_000 },
    read: (_request: FastifyRequest, bytes: Buffer) => bytes.toString(),
  } as unknown as CollectBodyOptions;
  const collected = new Promise<unknown>((resolve, reject) => {
    createCollectBody(options)(request, raw as unknown as IncomingMessage, (error, body) => {
      if (error === null) resolve(body);
      else reject(error);
    });
  });
  return { clock, raw, request, collected };
};

test("the time in which a body is on its way is known, so that it does not count as the gateway's", async () => {
  const { clock, raw, request, collected } = bodyOf(false);
  raw.write("one ");
  await clock.advance(1_500);
  raw.end("two");
  expect(await collected).toBe("one two");
  expect(request.exchange.bodyMs).toBe(1_500);
});

test("a body that has come with its head took no time", async () => {
  const { clock, raw, request, collected } = bodyOf(true);
  await clock.advance(1_500);
  raw.end("all of it");
  expect(await collected).toBe("all of it");
  expect(request.exchange.bodyMs).toBe(0);
});

test("a body that finds no place among those that arrive is refused at once", async () => {
  const full = new CenoteError("overloaded");
  const { collected } = bodyOf(false, () => {
    throw full;
  });
  await expect(collected).rejects.toBe(full);
});
