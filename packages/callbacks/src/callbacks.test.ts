import { createHmac, randomBytes } from "node:crypto";
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { type Clock, systemClock } from "@cenote/core";
import { createHttp, type Http } from "@cenote/providers";
import { createManualClock } from "@cenote/testkit";
import { readCallbackUrl } from "./callback-url";
import { eventJson } from "./event-json";
import { ANSWER_MS, createCallbackSender } from "./send-callback";
import { callbackSecret, signatureHeaders } from "./signature";

const ORG = "00000000-0000-4000-8000-000000000001";

describe("a signature", () => {
  test("follows Standard Webhooks", () => {
    // The example from the specification's own libraries.
    const headers = signatureHeaders(["whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"], {
      id: "msg_p5jXN8AQM9LWM0D4loKWxJek",
      timestampS: 1_614_265_330,
      body: '{"test": 2432232314}',
    });
    expect(headers).toEqual({
      "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
      "webhook-timestamp": "1614265330",
      "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
    });
  });

  test("uses a secret per organization, always the same one", () => {
    const secret = callbackSecret("master", ORG);
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(callbackSecret("master", ORG)).toBe(secret);
    expect(callbackSecret("master", "another")).not.toBe(secret);
    expect(callbackSecret("other", ORG)).not.toBe(secret);
  });
});

describe("a callback", () => {
  const received: { headers: IncomingHttpHeaders; body: string }[] = [];
  let answer: (respond: (status: number, headers?: Record<string, string>) => void) => void;
  let server: Server;
  let http: Http;
  let origin: string;

  beforeAll(async () => {
    server = createServer((request, response) => {
      let body = "";
      request
        .setEncoding("utf8")
        .on("data", (text: string) => {
          body += text;
        })
        .on("end", () => {
          received.push({ headers: request.headers, body });
          answer((status, headers) => {
            response.writeHead(status, headers).end("an answer nobody reads");
          });
        });
    });
    await new Promise<void>((resolve) => {
      server.listen(0, "127.0.0.1", resolve);
    });
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    http = createHttp();
  });
  beforeEach(() => {
    received.length = 0;
    answer = (respond) => {
      respond(204);
    };
  });
  afterAll(async () => {
    await http?.close();
    server?.closeAllConnections();
    server?.close();
  });

  const sender = (
    privateOrigins: readonly string[] = [origin],
    clock: Clock = systemClock,
    formerMasterSecret?: string,
  ) => createCallbackSender({ http, clock, masterSecret: "master", formerMasterSecret, privateOrigins });
  const EVENT_ID = "11111111-1111-4111-8111-111111111111";
  const BODY = eventJson({ type: "test.done", atMs: 1_790_000_060_000, data: '{"cost_mxn":4.200000001}' });
  const callback = (url = `${origin}/hook?a=1`) => ({ organizationId: ORG, url, id: EVENT_ID, body: BODY });
  const deliver = () => sender()(callback());
  const signed = (master: string, headers: IncomingHttpHeaders, body: string): string => {
    const key = Buffer.from(callbackSecret(master, ORG).slice("whsec_".length), "base64");
    const text = `${String(headers["webhook-id"])}.${String(headers["webhook-timestamp"])}.${body}`;
    return `v1,${createHmac("sha256", key).update(text).digest("base64")}`;
  };

  test("is an event, signed with the organization's secret", async () => {
    expect(await deliver()).toBe(true);
    const [{ headers, body }] = received as [(typeof received)[0]];
    expect(body).toBe('{"type":"test.done","timestamp":"2026-09-21T14:14:20.000Z","data":{"cost_mxn":4.200000001}}');
    expect(headers).toMatchObject({ "content-type": "application/json", "webhook-id": EVENT_ID });
    expect(headers["webhook-signature"]).toBe(signed("master", headers, body));
  });

  test("is signed with the secrets of both master secrets while one replaces the other", async () => {
    expect(await sender([origin], systemClock, "former")(callback())).toBe(true);
    const [{ headers, body }] = received as [(typeof received)[0]];
    expect(headers["webhook-signature"]).toBe(`${signed("master", headers, body)} ${signed("former", headers, body)}`);
  });

  test.each([200, 202, 204, 299])("answered with %d was taken", async (status) => {
    answer = (respond) => {
      respond(status);
    };
    expect(await deliver()).toBe(true);
  });

  test.each([301, 400, 404, 429, 500, 503])("answered with %d is retried", async (status) => {
    answer = (respond) => {
      respond(status, status === 301 ? { location: "/elsewhere" } : {});
    };
    await expect(deliver()).rejects.toThrow(`answered ${status}`);
    expect(received).toHaveLength(1);
  });

  test("answered with 410 is not", async () => {
    answer = (respond) => {
      respond(410);
    };
    expect(await deliver()).toBe(false);
  });

  test("is not sent to a private address unless allowed", async () => {
    expect(await sender([])(callback())).toBe(false);
    expect(received).toEqual([]);
  });

  test("times out if nobody answers, and its connection is closed", async () => {
    const asked = Promise.withResolvers<void>();
    answer = () => {
      asked.resolve();
    };
    const closed = new Promise<void>((resolve) => {
      server.once("request", (request: IncomingMessage) => request.socket.once("close", resolve));
    });
    const clock = createManualClock();
    const delivery = sender([origin], clock)(callback());
    const outcome = delivery.catch((error: unknown) => error);
    await asked.promise;
    await clock.advance(ANSWER_MS);
    expect(await outcome).toMatchObject({ message: `no answer within ${ANSWER_MS} ms` });
    await closed;
  });

  test("to a closed port is retried", async () => {
    await expect(sender(["http://127.0.0.1:1"])(callback("http://127.0.0.1:1/hook"))).rejects.toThrow(
      "The receiver refuses connections.",
    );
  });
});

test.each(["https://caller.test/hook?x=1", "http://93.184.215.14:8000/", "http://10.0.0.7:8000/hook"])(
  "may go to %s",
  (url) => {
    expect(readCallbackUrl("callback_url", url, ["http://10.0.0.7:8000"])).toBe(url);
  },
);

test.each([
  "caller.test",
  "http://10.0.0.7:8001/hook",
  "http://127.0.0.1/",
  "https://[::1]/",
  "http://2130706433/",
  "http://localhost:3000/",
  "http://me.localhost./",
  "ftp://caller.test",
  "https://me:secret@caller.test",
  "https://me@caller.test",
  "https://:secret@caller.test",
  "javascript:alert(1)",
  `https://caller.test/${randomBytes(2000).toString("hex")}`,
])("may not go to %s", (url) => {
  expect(() => readCallbackUrl("callback_url", url, ["http://10.0.0.7:8000"])).toThrow(
    expect.objectContaining({ code: "invalid_request_error", param: "callback_url" }) as Error,
  );
});
