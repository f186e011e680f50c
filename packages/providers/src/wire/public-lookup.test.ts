import type { LookupAddress, LookupOptions } from "node:dns";
import { createSocket, type Socket } from "node:dgram";
import { once } from "node:events";
import { createPublicLookup, isPrivateHost, resolveByServers } from "./public-lookup";

const hostOf = (url: string): string => new URL(url).hostname;

describe("a host given as an IP address", () => {
  test.each([
    "http://[::1]/",
    "http://[::ffff:127.0.0.1]/",
    "http://[fd00:ec2::254]/",
    "http://127.0.0.1/",
    "http://2130706433/",
    "http://0x7f.1/",
    "http://169.254.169.254/",
    "http://LOCALHOST/",
    "http://localhost./",
    "http://a.localhost/",
  ])("%s is not public", (url) => {
    expect(isPrivateHost(hostOf(url))).toBe(true);
  });

  test.each([
    "http://[2606:4700:4700::1111]/",
    "http://1.1.1.1/",
    "http://files.test/",
    "http://localhost.files.test/",
    "http://notlocalhost/",
  ])("%s may be public", (url) => {
    expect(isPrivateHost(hostOf(url))).toBe(false);
  });
});

describe("a host name", () => {
  const publicly: LookupAddress = { address: "1.1.1.1", family: 4 };
  const privately: LookupAddress = { address: "10.0.0.1", family: 4 };
  const other: LookupAddress = { address: "2606:4700:4700::1111", family: 6 };
  const lookUp = (found: readonly LookupAddress[] | Error, options: LookupOptions = {}, hasIpv6 = true) =>
    new Promise<unknown[]>((resolve) => {
      const lookup = createPublicLookup({
        resolve: (_host, _options, callback) => {
          if (found instanceof Error) callback(found, []);
          else callback(null, [...found]);
        },
        hasIpv6: () => hasIpv6,
      });
      lookup("files.test", options, (...told) => {
        resolve(told);
      });
    });

  test("resolves to its first address, or to all of them if asked", async () => {
    expect(await lookUp([publicly, other])).toEqual([null, "1.1.1.1", 4]);
    expect(await lookUp([publicly, other], { all: true })).toEqual([null, [publicly, other]]);
  });

  test("resolves to those that a machine without IPv6 can reach, unless there are none", async () => {
    expect(await lookUp([other, publicly], { all: true }, false)).toEqual([null, [publicly]]);
    expect(await lookUp([other, publicly], {}, false)).toEqual([null, "1.1.1.1", 4]);
    expect(await lookUp([other], { all: true }, false)).toEqual([null, [other]]);
  });

  test("is rejected for an address that is not public, whether or not it can be reached", async () => {
    const [error] = await lookUp([publicly, { address: "fd00::1", family: 6 }], { all: true }, false);
    expect(error).toMatchObject({ kind: "rejected" });
  });

  test.each([[[privately]], [[publicly, privately]], [[privately, publicly]], [[]]])(
    "is rejected if one of its addresses is not public, or if there are none: %j",
    async (found) => {
      for (const all of [true, false]) {
        const [error] = await lookUp(found, { all });
        expect(error).toMatchObject({
          kind: "rejected",
          message: "files.test is not a public address, so nothing is fetched from it.",
        });
      }
    },
  );

  test("that can't be resolved fails with the system's error", async () => {
    const failure = new Error("ENOTFOUND");
    expect((await lookUp(failure))[0]).toBe(failure);
  });
});

describe("the name servers", () => {
  const A = 1;
  const AAAA = 28;
  const HEADER_BYTES = 12;
  let server: Socket;
  afterEach(() => {
    server.close();
  });

  /**
   * Tells 1.2.3.4 for every name but those that begin with `no`, which it does not know, and `silent`; for those that
   * begin with `both`, an IPv6 address too.
   */
  const start = async () => {
    server = createSocket("udp4");
    server.on("message", (query, { port }) => {
      const name = query.subarray(HEADER_BYTES + 1, HEADER_BYTES + 1 + (query[HEADER_BYTES] ?? 0)).toString();
      const end = query.indexOf(0, HEADER_BYTES) + 5;
      if (name.startsWith("silent")) return;
      const isKnown = !name.startsWith("no");
      const asked = query.readUInt16BE(end - 4);
      const isTold = isKnown && (asked === A || (asked === AAAA && name.startsWith("both")));
      const header = Buffer.from(query.subarray(0, HEADER_BYTES));
      header.writeUInt16BE(isKnown ? 0x81_80 : 0x81_83, 2);
      header.writeUInt16BE(isTold ? 1 : 0, 6);
      header.writeUInt16BE(0, 10);
      const address = asked === A ? [1, 2, 3, 4] : [0x26, 0x06, ...Array.from({ length: 13 }, () => 0), 1];
      const record = [0xc0, HEADER_BYTES, 0, asked, 0, 1, 0, 0, 0, 60, 0, address.length, ...address];
      server.send([header, query.subarray(HEADER_BYTES, end), Buffer.from(isTold ? record : [])], port, "127.0.0.1");
    });
    server.bind(0, "127.0.0.1");
    await once(server, "listening");
    return resolveByServers({ servers: [`127.0.0.1:${server.address().port}`], answerMs: 300 });
  };

  test("tell a name's addresses, or that there is none, beside others that get no answer", async () => {
    const resolve = await start();
    const told = (name: string) =>
      new Promise<unknown>((answer) => {
        resolve(name, {}, (error, addresses) => {
          answer(error?.code ?? addresses);
        });
      });
    const silent = Array.from({ length: 32 }, (_, index) => told(`silent${index}.test`));
    expect(await told("files.test")).toEqual([{ address: "1.2.3.4", family: 4 }]);
    expect(await told("both.test")).toEqual([
      { address: "1.2.3.4", family: 4 },
      { address: "2606::1", family: 6 },
    ]);
    expect(await told("nobody.test")).toBe("ENOTFOUND");
    expect(new Set(await Promise.all(silent))).toEqual(new Set(["ETIMEOUT"]));
  });
});
