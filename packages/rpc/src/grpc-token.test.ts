import { connect as connectHttp2, type IncomingHttpHeaders } from "node:http2";
import { CenoteError, type Log, silentLog } from "@cenote/core";
import { createManualClock } from "@cenote/testkit";
import { Metadata, status } from "@grpc/grpc-js";
import { createGrpcServer } from "./grpc-server";
import { text } from "./testing/text";
import { admitRequest, admitted, errorOf, openWire, TOKEN } from "./testing/wire";

describe("over the wire", () => {
  const { cleanUps, serve, connect, plainCall } = openWire();

  describe("the internal token", () => {
    test.each([
      ["missing", undefined],
      ["wrong", "Bearer wrong!!!"],
      ["of the right length but wrong", `Bearer ${"x".repeat(TOKEN.length)}`],
      ["without its scheme", TOKEN],
      ["empty", ""],
      ["followed by more", `Bearer ${TOKEN} `.concat("x")],
    ])("%s is UNAUTHENTICATED, and no service is called", async (_, authorization) => {
      let calls = 0;
      const { address } = await serve({
        billing: {
          getFxRate() {
            calls++;
            return Promise.resolve({ rate: undefined });
          },
        },
      });
      const metadata = new Metadata();
      if (authorization !== undefined) metadata.set("authorization", authorization);
      expect(await plainCall(address, metadata)).toMatchObject({ code: status.UNAUTHENTICATED });
      metadata.set("authorization", `Bearer ${TOKEN}`);
      expect(await plainCall(address, metadata)).toBeNull();
      expect(calls).toBe(1);
    });

    test.each([`bearer ${TOKEN}`, `BEARER ${TOKEN}`, `Bearer  ${TOKEN}`])(
      "is accepted as %j: the scheme is read as over REST",
      async (authorization) => {
        const { address } = await serve({ billing: { getFxRate: () => Promise.resolve({ rate: undefined }) } });
        const metadata = new Metadata();
        metadata.set("authorization", authorization);
        expect(await plainCall(address, metadata)).toBeNull();
      },
    );

    test("may contain spaces", async () => {
      const token = "correct horse battery staple";
      const { address } = await serve({ token, billing: { admit: () => Promise.resolve(admitted) } });
      expect(await connect(address, { token }).billing.admit(admitRequest)).toEqual(admitted);
    });

    test("is checked before the message: without it, at most one window of an endless message is read", async () => {
      const { port } = await serve({});
      const session = connectHttp2(`http://127.0.0.1:${port}`);
      cleanUps.push(() => {
        session.destroy();
      });
      const stream = session.request({
        ":method": "POST",
        ":path": "/cenote.billing.v1.BillingService/GetFxRate",
        "content-type": "application/grpc",
        te: "trailers",
      });
      const announced = Buffer.from([0, 3, 0, 0, 0]);
      stream.write(Buffer.concat([announced, Buffer.alloc(1024)]));
      const headers = await new Promise<IncomingHttpHeaders>((resolve, reject) => {
        stream.once("response", resolve).once("error", reject);
      });
      expect(headers["grpc-status"]).toBe(`${status.UNAUTHENTICATED}`);
    });

    test("is an internal_error for calls and streams if our client has a wrong one, not a refused user's key", async () => {
      const { address } = await serve({
        inference: {
          async *streamChatCompletion() {
            yield text("never");
          },
        },
      });
      const { billing, inference } = connect(address, { token: "other" });
      const [unary, stream] = [
        await errorOf(billing.getFxRate({})),
        await errorOf(
          inference.streamChatCompletion({ context: undefined, chat: undefined })[Symbol.asyncIterator]().next(),
        ),
      ];
      for (const error of [unary, stream]) {
        expect(error.code).toBe("internal_error");
        expect(error.cause).toMatchObject({ code: status.UNAUTHENTICATED });
        expect(error.message).not.toContain("token");
      }
    });

    test("is logged on both sides if it is refused, at once and then once a minute", async () => {
      const clock = createManualClock();
      const lines: object[] = [];
      const tell = (fields: object, message: string) => {
        lines.push({ ...fields, message });
      };
      const log: Log = { ...silentLog, warn: tell, error: tell };
      const { address } = await serve({ log, clock });
      const { billing, inference } = connect(address, { token: "other", log, clock });
      const atServer = {
        method: "/cenote.billing.v1.BillingService/GetFxRate",
        peer: expect.stringContaining("127.0.0.1") as string,
        message: "calls are refused: their internal token is missing or not ours",
      };
      const atClient = {
        refusedBy: "billing",
        address,
        message: expect.stringMatching(/^billing refuses our internal token: .*CENOTE_INTERNAL_TOKEN/) as string,
      };
      for (let call = 0; call < 3; call++) await errorOf(billing.getFxRate({}));
      expect(lines).toEqual([
        { ...atServer, calls: 1 },
        { ...atClient, calls: 1 },
      ]);
      lines.length = 0;
      await clock.advance(60_000);
      await errorOf(billing.getFxRate({}));
      expect(lines).toEqual([
        { ...atServer, calls: 3 },
        { ...atClient, calls: 3 },
      ]);
      lines.length = 0;
      await errorOf(
        inference.streamChatCompletion({ context: undefined, chat: undefined })[Symbol.asyncIterator]().next(),
      );
      expect(lines).toMatchObject([{ refusedBy: "inference", calls: 1 }]);
    });

    test("is not logged as refused if a service refuses a user's key", async () => {
      const lines: unknown[] = [];
      const { address } = await serve({
        billing: { getFxRate: () => Promise.reject(new CenoteError("invalid_api_key")) },
      });
      const { billing } = connect(address, {
        log: {
          ...silentLog,
          error: (fields) => {
            lines.push(fields);
          },
        },
      });
      expect((await errorOf(billing.getFxRate({}))).code).toBe("invalid_api_key");
      expect(lines).toEqual([]);
    });

    test("is replaced without a refused call: first both accept both, then the callers change one after another", async () => {
      const fxRate = { getFxRate: () => Promise.resolve({ rate: undefined }) };
      const call = async (address: string, token: string) => {
        expect(await connect(address, { token }).billing.getFxRate({})).toEqual({ rate: undefined });
      };
      const prepared = await serve({ token: "old", formerToken: "new", billing: fxRate });
      const changed = await serve({ token: "new", formerToken: "old", billing: fxRate });
      for (const { address } of [prepared, changed]) {
        await call(address, "old");
        await call(address, "new");
        expect((await errorOf(connect(address, { token: "other" }).billing.getFxRate({}))).code).toBe("internal_error");
      }
      const done = await serve({ token: "new", billing: fxRate });
      await call(done.address, "new");
      expect((await errorOf(connect(done.address, { token: "old" }).billing.getFxRate({}))).code).toBe(
        "internal_error",
      );
    });

    test("must not be empty", () => {
      expect(() => createGrpcServer({ host: "127.0.0.1", port: 0, token: "", log: silentLog })).toThrow(RangeError);
    });
  });
});
