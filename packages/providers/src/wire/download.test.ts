import type { LookupAddress } from "node:dns";
import { createManualClock } from "@cenote/testkit";
import { failureOf } from "../testing/client-harness";
import {
  type Upstream,
  type UpstreamConnection,
  createUpstream,
  piece,
  plainAnswer,
  streamEnd,
} from "../testing/upstream";
import { type Download, type DownloadRequest, createDownloader } from "./download";
import { createHttp } from "./create-http";
import { ForbiddenAddressError } from "./forbidden-address";

const addresses = new Map<string, LookupAddress[]>();
const http = createHttp({
  resolve: (hostname, _options, callback) => {
    callback(null, addresses.get(hostname) ?? []);
  },
});
const open: Upstream[] = [];
afterEach(async () => {
  addresses.clear();
  await Promise.all(open.splice(0).map((upstream) => upstream.close()));
});
afterAll(() => http.close());

const KEY = { "x-goog-api-key": "our-key-0123456789" };
const PNG = "image/png";

const setUp = async (answer: (connection: UpstreamConnection) => void) => {
  const upstream = await createUpstream(answer);
  open.push(upstream);
  const clock = createManualClock();
  const caller = new AbortController();
  const downloader = createDownloader({ http, clock });
  const fetchFile = (over: Partial<DownloadRequest> = {}) =>
    downloader.download({
      url: `${upstream.origin}/a.png`,
      allowedOrigins: [upstream.origin],
      accept: [PNG],
      maxBytes: 1_000_000,
      signal: caller.signal,
      totalMs: 60_000,
      ...over,
    });
  return { upstream, clock, caller, fetchFile };
};

const bytesOf = async ({ body }: Download): Promise<Buffer> => {
  const parts: Buffer[] = [];
  for await (const bytes of body) parts.push(bytes);
  return Buffer.concat(parts);
};
const head = (...fields: readonly string[]) =>
  ["HTTP/1.1 200 OK", `Content-Type: ${PNG}`, ...fields, "", ""].join("\r\n");
const redirect = (location: string, status = "302 Found") =>
  `HTTP/1.1 ${status}\r\nLocation: ${location}\r\nContent-Length: 0\r\n\r\n`;
const says =
  (text: string) =>
  ({ socket }: UpstreamConnection) => {
    socket.write(text);
  };
const pathOf = ({ request }: UpstreamConnection): string => request.split(" ")[1] ?? "";

describe("a file", () => {
  test("is complete, with its type without parameters", async () => {
    const { fetchFile } = await setUp(says(plainAnswer("200 OK", "Image/PNG; charset=binary", "the bytes")));
    const download = await fetchFile();
    expect(download.contentType).toBe(PNG);
    expect((await bytesOf(download)).toString()).toBe("the bytes");
  });

  test("without a type is whatever its bytes say", async () => {
    const unnamed = "application/octet-stream";
    const { fetchFile } = await setUp(says("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"));
    const download = await fetchFile({ accept: [PNG, unnamed] });
    expect(download.contentType).toBe(unnamed);
    expect((await bytesOf(download)).toString()).toBe("ok");
  });

  test("arrives in pieces, with backpressure while nobody reads", async () => {
    let written = 0;
    const { fetchFile } = await setUp(({ socket }) => {
      socket.write(head("Transfer-Encoding: chunked"));
      const write = () => {
        while (written < 400) {
          written += 1;
          if (!socket.write(piece("x".repeat(65_536)))) {
            socket.once("drain", write);
            return;
          }
        }
        socket.write(streamEnd());
      };
      write();
    });
    const download = await fetchFile({ maxBytes: 100_000_000 });
    // A few pieces are always taken before backpressure sets in, however long that takes.
    for (let before = -1; before !== written || before < 2;) {
      before = written;
      for (let turn = 0; turn < 200; turn += 1)
        await new Promise((resolve) => {
          setImmediate(resolve);
        });
    }
    expect(written).toBeLessThan(400);
    expect((await bytesOf(download)).length).toBe(400 * 65_536);
  });

  test("that is not read to its end leaves no connection open", async () => {
    const { upstream, fetchFile } = await setUp(says(`${head("Transfer-Encoding: chunked")}${piece("abc")}`));
    for await (const bytes of (await fetchFile()).body) {
      expect(bytes.toString()).toBe("abc");
      break;
    }
    await upstream.idle();
  });
});

describe("nothing is downloaded", () => {
  test.each([
    ["of another type", plainAnswer("200 OK", "text/html", "<html>"), "text/html"],
    ["of no type", "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok", "application/octet-stream"],
    ["that announces too much", head("Content-Length: 1000001"), "larger than 1000000"],
    ["that is not there", plainAnswer("404 Not Found", PNG, ""), "HTTP 404"],
    ["that is not ours", plainAnswer("403 Forbidden", "text/plain", "expired"), "HTTP 403"],
    ["behind a redirect to nowhere", "HTTP/1.1 302 Found\r\nContent-Length: 0\r\n\r\n", "redirects"],
    ["behind a redirect to no web address", redirect("file:///etc/passwd"), "no web address"],
  ])("from %s: a final failure", async (_, answer, message) => {
    const { fetchFile } = await setUp(says(answer));
    expect(await failureOf(fetchFile())).toMatchObject({ kind: "rejected", message: expect.stringContaining(message) });
  });

  test.each([
    ["500 Oops", "server"],
    ["503 Busy", "server"],
    ["429 Slow", "rate_limited"],
    ["401 Who", "credentials"],
  ])("with %s, which may be temporary", async (status, kind) => {
    const { fetchFile } = await setUp(says(plainAnswer(status, "text/plain", "")));
    expect(await failureOf(fetchFile())).toMatchObject({ kind, status: Number(status.slice(0, 3)) });
  });

  test("over the size limit, declared or not", async () => {
    const { upstream, fetchFile } = await setUp(
      says(`${head("Transfer-Encoding: chunked")}${piece("x".repeat(60))}${piece("x".repeat(60))}`),
    );
    expect(await failureOf(bytesOf(await fetchFile({ maxBytes: 100 })))).toMatchObject({
      kind: "rejected",
      message: expect.stringContaining("larger than 100"),
    });
    await upstream.idle();
  });

  test("after the connection broke, or the caller left", async () => {
    const cut = await setUp(({ socket }) => {
      socket.end(`${head("Content-Length: 100")}abc`);
    });
    expect(await failureOf(bytesOf(await cut.fetchFile()))).toMatchObject({ kind: "cut" });
    const left = await setUp(says(`${head("Content-Length: 100")}abc`));
    const download = await left.fetchFile();
    left.caller.abort();
    expect(await failureOf(bytesOf(download))).toMatchObject({ kind: "aborted" });
    await left.upstream.idle();
  });

  test("if it stalls too long, or takes too long in total", async () => {
    const silent = await setUp(says(`${head("Content-Length: 100")}abc`));
    const failed = failureOf(bytesOf(await silent.fetchFile()));
    await silent.upstream.received(1);
    await silent.clock.advance(30_001);
    expect(await failed).toMatchObject({ kind: "timeout", phase: "idle" });

    const mute = await setUp(() => {});
    const unanswered = failureOf(mute.fetchFile());
    await mute.upstream.received(1);
    await mute.clock.advance(30_001);
    expect(await unanswered).toMatchObject({ kind: "timeout", phase: "first_content" });

    const slow = await setUp(() => {});
    const waiting = failureOf(slow.fetchFile({ totalMs: 5_000 }));
    await slow.upstream.received(1);
    await slow.clock.advance(5_001);
    expect(await waiting).toMatchObject({ kind: "timeout" });
  });
});

describe("a redirect", () => {
  test("is followed, with our headers sent only to the origin they are for", async () => {
    const elsewhere = await setUp(says(plainAnswer("200 OK", PNG, "moved")));
    const { upstream, fetchFile } = await setUp((connection) => {
      connection.socket.write(
        redirect(pathOf(connection) === "/a.png" ? "/b.png" : `${elsewhere.upstream.origin}/c.png`),
      );
    });
    const download = await fetchFile({ headers: KEY, allowedOrigins: [upstream.origin, elsewhere.upstream.origin] });
    expect((await bytesOf(download)).toString()).toBe("moved");
    expect(upstream.requests.map(({ request }) => request.includes(KEY["x-goog-api-key"]))).toEqual([true, true]);
    expect(elsewhere.upstream.requests[0]?.request).not.toContain("our-key");
    expect(elsewhere.upstream.requests[0]?.request).not.toContain("x-goog-api-key");
  });

  test.each([
    "301 Moved Permanently",
    "302 Found",
    "303 See Other",
    "307 Temporary Redirect",
    "308 Permanent Redirect",
  ])("is followed with status %s", async (status) => {
    const { fetchFile } = await setUp((connection) => {
      const isFirst = pathOf(connection) === "/a.png";
      connection.socket.write(isFirst ? redirect("/b.png", status) : plainAnswer("200 OK", PNG, "moved"));
    });
    expect((await bytesOf(await fetchFile())).toString()).toBe("moved");
  });

  test("is followed at most three times", async () => {
    const { upstream, fetchFile } = await setUp(says(redirect("/again.png")));
    expect(await failureOf(fetchFile())).toMatchObject({
      kind: "rejected",
      message: expect.stringContaining("more than 3 redirects"),
    });
    expect(upstream.requests).toHaveLength(4);
  });

  test("can't lead to an internal address", async () => {
    const inside = await setUp(says(plainAnswer("200 OK", PNG, "secret")));
    const { fetchFile } = await setUp(says(redirect(`${inside.upstream.origin}/latest/meta-data`)));
    expect(await failureOf(fetchFile())).toMatchObject({
      kind: "rejected",
      message: expect.stringContaining("without TLS"),
    });
    const overTls = await setUp(says(redirect(`${inside.upstream.origin.replace("http:", "https:")}/x`)));
    expect(await failureOf(overTls.fetchFile())).toMatchObject({
      kind: "rejected",
      message: expect.stringContaining("not a public address"),
    });
    expect(inside.upstream.requests).toEqual([]);
  });
});

describe("an address that is not public", () => {
  test.each([
    "https://127.0.0.1:9/x.png",
    "https://[::1]:9/x.png",
    "https://[::ffff:127.0.0.1]:9/x.png",
    "https://2130706433:9/x.png",
    "https://169.254.169.254/x.png",
    "https://10.1.2.3/x.png",
  ])("%s", async (url) => {
    const { fetchFile } = await setUp(() => {});
    expect(await failureOf(fetchFile({ url }))).toMatchObject({
      kind: "rejected",
      message: expect.stringContaining("is not a public address"),
    });
  });

  test("is found behind a name even if it is one among public ones", async () => {
    const { fetchFile } = await setUp(() => {});
    addresses.set("files.test", [
      { address: "93.184.216.34", family: 4 },
      { address: "192.168.0.7", family: 4 },
    ]);
    expect(await failureOf(fetchFile({ url: "https://files.test/x.png" }))).toMatchObject({
      kind: "rejected",
      message: expect.stringContaining("files.test is not a public address"),
    });
  });

  test("is found behind a name that was public at an earlier lookup", async () => {
    const { fetchFile } = await setUp(() => {});
    addresses.set("rebinds.test", [{ address: "127.0.0.1", family: 4 }]);
    expect(await failureOf(fetchFile({ url: "https://rebinds.test/x.png" }))).toMatchObject({ kind: "rejected" });
  });

  test("is allowed if the configuration lists its origin", async () => {
    const { upstream, fetchFile } = await setUp(says(plainAnswer("200 OK", PNG, "own")));
    expect((await bytesOf(await fetchFile())).toString()).toBe("own");
    expect(
      await failureOf(fetchFile({ allowedOrigins: [upstream.origin.replace("127.0.0.1", "localhost")] })),
    ).toMatchObject({ kind: "rejected" });
  });
});

test("a forbidden URL is distinguished from a failed download", async () => {
  addresses.set("inside.test", [{ address: "10.0.0.7", family: 4 }]);
  const leadsInside = await setUp(says(redirect("https://inside.test/x.png")));
  expect(await failureOf(leadsInside.fetchFile())).toBeInstanceOf(ForbiddenAddressError);
  for (const url of [
    "javascript:alert(1)",
    "https://user:secret@files.test/x.png",
    "https://inside.test/x.png",
    "https://10.0.0.7/x.png",
  ]) {
    expect(await failureOf(leadsInside.fetchFile({ url }))).toBeInstanceOf(ForbiddenAddressError);
  }
  const isNot = await setUp(says(plainAnswer("404 Not Found", PNG, "")));
  expect(await failureOf(isNot.fetchFile())).not.toBeInstanceOf(ForbiddenAddressError);
});

test("a name that does not exist is unreachable, which may be temporary", async () => {
  const failing = createHttp({
    resolve: (_hostname, _options, callback) => {
      callback(Object.assign(new Error("no"), { code: "ENOTFOUND" }), []);
    },
  });
  const downloader = createDownloader({ http: failing, clock: createManualClock() });
  expect(
    await failureOf(
      downloader.download({
        url: "https://gone.test/x",
        allowedOrigins: [],
        accept: [PNG],
        maxBytes: 1,
        signal: new AbortController().signal,
        totalMs: 1_000,
      }),
    ),
  ).toMatchObject({ kind: "unreachable" });
  await failing.close();
});
