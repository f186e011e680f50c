import { once } from "node:events";
import { connect } from "node:net";
import { CenoteError } from "@cenote/core";
import { deferred } from "@cenote/testkit";
import { type RunningGateway, startGateway } from "../../testing/start-gateway";

describe("events of the payment processor", () => {
  let running: RunningGateway;
  const receivePaymentEvent = jest.fn();
  beforeAll(async () => {
    running = await startGateway({ billing: { receivePaymentEvent } });
  });
  afterAll(() => running.gateway.close(0));
  beforeEach(() => receivePaymentEvent.mockReset().mockResolvedValue({}));

  const send = (body: string, headers: Record<string, string> = { "stripe-signature": "t=1,v1=2" }) =>
    fetch(`${running.url}/webhooks/stripe`, {
      method: "POST",
      headers: { "content-type": "application/json; charset=utf-8", ...headers },
      body,
    });

  it("are passed on byte by byte, because their signature is over the bytes", async () => {
    const body = `{ "id":"evt_1",\n  "amount": 1.00, "name": "Ñandú ${"é".repeat(50_000)}" }`;
    const answer = await send(body);
    expect([answer.status, await answer.json()]).toEqual([200, { received: true }]);
    expect(receivePaymentEvent.mock.calls[0]?.[0]).toEqual({ body: Buffer.from(body), signature: "t=1,v1=2" });
  });

  it("without a signature, or too large, do not reach billing", async () => {
    expect((await send("{}", {})).status).toBe(400);
    const large = await send(`"${"x".repeat(300 * 1024)}"`);
    expect(large.status).toBe(413);
    expect(await large.json()).toMatchObject({ error: { code: "request_too_large" } });
    expect(receivePaymentEvent).not.toHaveBeenCalled();
  });

  it("without a body reach billing as one of no bytes, which no signature fits", async () => {
    const answer = await fetch(`${running.url}/webhooks/stripe`, {
      method: "POST",
      headers: { "stripe-signature": "t=1,v1=2" },
    });
    expect(answer.status).toBe(200);
    expect(receivePaymentEvent).toHaveBeenCalledWith({ body: Buffer.alloc(0), signature: "t=1,v1=2" });
  });

  it("are refused while too many others are open, and taken again when those are over", async () => {
    const held = deferred<object>();
    const allCame = deferred();
    receivePaymentEvent.mockImplementation(() => {
      if (receivePaymentEvent.mock.calls.length === 64) allCame.resolve();
      return held.promise;
    });
    const open = Array.from({ length: 64 }, () => send("{}"));
    await allCame.promise;
    const refused = await send("{}");
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "1"]);
    held.resolve({});
    expect(new Set((await Promise.all(open)).map(({ status }) => status))).toEqual(new Set([200]));
    expect((await send("{}")).status).toBe(200);
  });

  it("that never arrive keep out none that do", async () => {
    const { hostname, port } = new URL(running.url);
    const head =
      "POST /webhooks/stripe HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\nstripe-signature: t=1\r\ncontent-length: 9\r\n\r\n{";
    const stuck = await Promise.all(
      Array.from({ length: 100 }, async () => {
        const socket = connect(Number(port), hostname).on("error", () => {});
        await once(socket, "connect");
        socket.write(head);
        return socket;
      }),
    );
    expect((await send("{}")).status).toBe(200);
    for (const socket of stuck) socket.destroy();
  });

  it.each([
    ["invalid_request_error", 400],
    ["not_found", 404],
    ["provider_unavailable", 502],
    ["overloaded", 503],
  ] as const)(
    "that billing answers with %s get a status at which they are sent again, or never were right",
    async (code, status) => {
      receivePaymentEvent.mockRejectedValue(new CenoteError(code));
      const answer = await send("{}");
      expect([answer.status, await answer.json()]).toMatchObject([status, { error: { code } }]);
    },
  );
});
