import { payload, CHAT } from "../../testing/chat-call";
import { openRawConnection } from "../../testing/raw-connection";
import { SAMPLE_KEY } from "../../testing/samples";
import { type RunningGateway, startGateway } from "../../testing/start-gateway";

const LIMIT = 64 * 1024;
const CONTINUE = /^HTTP\/1\.1 100 Continue\r\n\r\n/;

interface Head {
  readonly path?: string;
  readonly key?: string;
  readonly version?: string;
  readonly type?: string;
  readonly more?: string;
  /** What tells how long the body is. */
  readonly framing: string;
}

const headOf = ({
  path = CHAT,
  key = SAMPLE_KEY,
  version = "1.1",
  type = "application/json",
  more = "",
  framing,
}: Head): string =>
  `POST ${path} HTTP/${version}\r\nhost: x\r\nauthorization: Bearer ${key}\r\ncontent-type: ${type}\r\n` +
  `expect: 100-continue\r\n${more}${framing}\r\n\r\n`;

const lengthOf = (bytes: number): string => `content-length: ${bytes}`;

describe("a sender that expects 100 Continue", () => {
  let running: RunningGateway;
  beforeAll(async () => {
    running = await startGateway({ settings: { bodyLimitBytes: () => LIMIT } });
  });
  afterAll(() => running.gateway.close(0));

  const begin = async (head: Head) => {
    const connection = await openRawConnection(running.url);
    connection.send(headOf(head));
    return connection;
  };

  it.each<[what: string, head: Head, status: number]>([
    ["whose key is wrong", { key: "cen_sk_live_nope", framing: lengthOf(payload.length) }, 401],
    ["that announces too much", { framing: lengthOf(LIMIT + 1) }, 413],
    ["whose body nobody can read", { type: "text/plain", framing: lengthOf(payload.length) }, 415],
    [
      "whose form the address does not take",
      { type: "multipart/form-data; boundary=x", framing: lengthOf(payload.length) },
      415,
    ],
    ["whose address is none", { path: "/nope", framing: lengthOf(payload.length) }, 404],
  ])("is refused at once, and its connection closed: one %s", async (_what, head, status) => {
    const answer = await (await begin(head)).all();
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(answer).toMatch(/\r\nconnection: close\r\n/i);
  });

  it("gets it, is answered, and may use its connection again", async () => {
    const connection = await begin({ framing: lengthOf(payload.length) });
    await connection.until(CONTINUE);
    connection.send(payload);
    await connection.until(/chat\.completion/);
    connection.send("GET /healthz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n");
    expect((await connection.all()).match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 100", "HTTP/1.1 200", "HTTP/1.1 200"]);
  });

  it("gets it where it announces no length, and is refused when the body is too large", async () => {
    const connection = await begin({ framing: "transfer-encoding: chunked" });
    await connection.until(CONTINUE);
    connection.send(`${(LIMIT + 1).toString(16)}\r\n${"x".repeat(LIMIT + 1)}\r\n0\r\n\r\n`);
    await connection.until(/HTTP\/1\.1 413 /);
    connection.destroy();
  });

  it("gets it from the address for Stripe's events as well", async () => {
    const connection = await begin({
      path: "/webhooks/stripe",
      more: "stripe-signature: t=1\r\n",
      framing: lengthOf(2),
    });
    await connection.until(CONTINUE);
    connection.send("{}");
    await connection.until(/HTTP\/1\.1 [2-5]\d\d /);
    connection.destroy();
  });

  it("gets none over HTTP/1.0", async () => {
    const connection = await begin({ version: "1.0", framing: lengthOf(payload.length) });
    connection.send(payload);
    expect(await connection.all()).toMatch(/^HTTP\/1\.1 200 /);
  });
});
