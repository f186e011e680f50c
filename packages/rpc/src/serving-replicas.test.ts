import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type ServerHttp2Session, type ServerHttp2Stream } from "node:http2";
import type { AddressInfo } from "node:net";
import type { BillingService } from "@cenote/contracts";
import { createManualClock, deferred } from "@cenote/testkit";
import { status } from "@grpc/grpc-js";
import { errorOf, openWire, turn } from "./testing/wire";

describe("of two replicas of a service", () => {
  const { serve, connect } = openWire();

  const setUp = async () => {
    const calls = [0, 0];
    const billing = (replica: number): Partial<BillingService> => ({
      getFxRate() {
        calls[replica] = (calls[replica] ?? 0) + 1;
        return Promise.resolve({ rate: undefined });
      },
    });
    const replicas = [await serve({ billing: billing(0) }), await serve({ billing: billing(1) })] as const;
    const caller = connect(`ipv4:${replicas.map(({ address }) => address).join(",")}`).billing;
    /** How many of ten calls each gets. */
    const share = async () => {
      calls.fill(0);
      for (let count = 0; count < 10; count++) await caller.getFxRate({});
      return [...calls];
    };
    const until = async (wanted: readonly number[]) => {
      for (let got = await share(); got.join() !== wanted.join(); got = await share()) await turn();
    };
    await until([5, 5]);
    return { replicas, caller, share, until };
  };

  test("one that says it does not serve gets no calls, until it says that it does", async () => {
    const { replicas, share, until } = await setUp();
    replicas[0].server.setServing(false);
    await until([0, 10]);
    expect(await share()).toEqual([0, 10]);
    replicas[0].server.setServing(true);
    await until([5, 5]);
  });

  test("both get calls if neither says that it serves: they know why they refuse them", async () => {
    const { replicas, until } = await setUp();
    replicas[0].server.setServing(false);
    await until([0, 10]);
    replicas[1].server.setServing(false);
    await until([5, 5]);
  });

  test("the one that does not serve gets calls as soon as the other one is gone", async () => {
    const { replicas, share, until } = await setUp();
    replicas[0].server.setServing(false);
    await until([0, 10]);
    await replicas[1].server.drain(0);
    expect(await share()).toEqual([10, 0]);
  });

  test("a sole one gets calls, whether or not it serves", async () => {
    const { server, address } = await serve({ billing: { getFxRate: () => Promise.resolve({ rate: undefined }) } });
    server.setServing(false);
    const { billing } = connect(address);
    for (let count = 0; count < 10; count++) expect(await billing.getFxRate({})).toEqual({ rate: undefined });
  });

  test("a watch of its health does not delay a drain", async () => {
    const { replicas, caller } = await setUp();
    await replicas[0].server.drain(600_000);
    expect(await caller.getFxRate({})).toEqual({ rate: undefined });
  });
});

describe("the watch of a server's health", () => {
  const { connect } = openWire();

  /** A server that ends every watch with this status, and its client, whose calls it refuses. */
  const serveWithout = async (watch: status) => {
    const clock = createManualClock();
    let watches = 0;
    const server = createServer()
      .on("stream", (stream: ServerHttp2Stream, headers: IncomingHttpHeaders) => {
        const isWatch = headers[":path"] === "/grpc.health.v1.Health/Watch";
        if (isWatch) watches++;
        stream.on("error", () => {});
        stream.respond(
          { "content-type": "application/grpc", "grpc-status": `${isWatch ? watch : status.NOT_FOUND}` },
          { endStream: true },
        );
      })
      .listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    const { billing, close } = connect(`127.0.0.1:${port}`, { clock });
    return {
      clock,
      watches: () => watches,
      call: () => errorOf(billing.getFxRate({})),
      close: () => {
        close();
        server.close();
      },
    };
  };

  test("is begun again a second after it has ended", async () => {
    const { clock, watches, call, close } = await serveWithout(status.UNAVAILABLE);
    await call();
    await call();
    expect(watches()).toBe(1);
    while (watches() < 3) {
      await clock.advance(1000);
      await call();
    }
    close();
    await clock.advance(60_000);
    expect(watches()).toBe(3);
  });

  test("is not begun again at a server that knows none", async () => {
    const { clock, watches, call, close } = await serveWithout(status.UNIMPLEMENTED);
    for (let count = 0; count < 10; count++) {
      await call();
      await clock.advance(1000);
    }
    expect(watches()).toBe(1);
    close();
  });

  test("does not keep a connection open that the server closes gracefully, as at its greatest age", async () => {
    const sessions: ServerHttp2Session[] = [];
    const watched = deferred();
    const server = createServer()
      .on("session", (session) => sessions.push(session))
      .on("stream", (stream: ServerHttp2Stream, headers: IncomingHttpHeaders) => {
        const isWatch = headers[":path"] === "/grpc.health.v1.Health/Watch";
        stream.on("error", () => {});
        stream.respond(
          { "content-type": "application/grpc", ...(!isWatch && { "grpc-status": "5" }) },
          { endStream: !isWatch },
        );
        if (isWatch) watched.resolve();
      })
      .listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    await errorOf(connect(`127.0.0.1:${port}`).billing.getFxRate({}));
    await watched.promise;
    const closed = sessions.map((session) => once(session, "close"));
    for (const session of sessions) session.close();
    server.close();
    await Promise.all(closed);
  });
});
