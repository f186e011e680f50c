import type { LookupAddress, LookupOptions } from "node:dns";
import { createPublicLookup, isPrivateHost } from "./public-lookup";

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
  const lookUp = (found: readonly LookupAddress[] | Error, options: LookupOptions = {}) =>
    new Promise<unknown[]>((resolve) => {
      const lookup = createPublicLookup((_host, _options, callback) => {
        if (found instanceof Error) callback(found, []);
        else callback(null, [...found]);
      });
      lookup("files.test", options, (...told) => {
        resolve(told);
      });
    });

  test("resolves to its first address, or to all of them if asked", async () => {
    expect(await lookUp([publicly, other])).toEqual([null, "1.1.1.1", 4]);
    expect(await lookUp([publicly, other], { all: true })).toEqual([null, [publicly, other]]);
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
