import type { IncomingMessage } from "node:http";
import { createCallerAddress } from "./caller-address";

const requestFrom = (remoteAddress: string | undefined, forwardedFor?: string): IncomingMessage =>
  ({
    socket: { remoteAddress },
    headers: forwardedFor === undefined ? {} : { "x-forwarded-for": forwardedFor },
  }) as unknown as IncomingMessage;

describe("where a request comes from", () => {
  it("is the address of its connection, whatever it says, without trusted proxies", () => {
    const addressOf = createCallerAddress(() => []);
    expect(addressOf(requestFrom("203.0.113.7", "10.0.0.1"))).toBe("203.0.113.7");
    expect(addressOf(requestFrom(undefined))).toBe("");
  });

  it("is what a trusted proxy says, and from other connections still their own address", () => {
    const addressOf = createCallerAddress(() => ["10.0.0.0/8"]);
    expect(addressOf(requestFrom("10.0.0.1", "203.0.113.7"))).toBe("203.0.113.7");
    expect(addressOf(requestFrom("::ffff:10.0.0.1", "203.0.113.7"))).toBe("203.0.113.7");
    expect(addressOf(requestFrom("192.0.2.1", "203.0.113.7"))).toBe("192.0.2.1");
    expect(addressOf(requestFrom("10.0.0.1"))).toBe("10.0.0.1");
  });

  it("is the nearest that no trusted proxy has, so that callers can't choose theirs", () => {
    const addressOf = createCallerAddress(() => ["10.0.0.0/8"]);
    expect(addressOf(requestFrom("10.0.0.1", "198.51.100.1, 203.0.113.7, 10.9.9.9"))).toBe("203.0.113.7");
  });

  it("is the farthest where all are trusted proxies", () => {
    const addressOf = createCallerAddress(() => ["10.0.0.0/8"]);
    expect(addressOf(requestFrom("10.0.0.1", "10.1.1.1, 10.2.2.2"))).toBe("10.1.1.1");
  });

  it.each([
    ["203.0.113.7:50123", "203.0.113.7"],
    ["[2001:db8::1]:50123", "2001:db8::1"],
    ["[2001:db8::1]", "2001:db8::1"],
    ["2001:db8::1", "2001:db8::1"],
    ["203.0.113.7, 10.9.9.9:443", "203.0.113.7"],
    ["203.0.113.7 ,, 10.9.9.9,", "203.0.113.7"],
    // What is no address is nobody's: nothing behind it counts.
    ["203.0.113.7, unknown", "unknown"],
    ["203.0.113.7, 203.0.113.8:x", "203.0.113.8:x"],
    [" , ", "10.0.0.1"],
  ])("is read from X-Forwarded-For: %j", (header, address) => {
    expect(createCallerAddress(() => ["10.0.0.0/8"])(requestFrom("10.0.0.1", header))).toBe(address);
  });

  it("follows the configuration", () => {
    let trusted: readonly string[] = [];
    const addressOf = createCallerAddress(() => trusted);
    const request = requestFrom("10.0.0.1", "203.0.113.7");
    expect(addressOf(request)).toBe("10.0.0.1");
    trusted = ["10.0.0.1"];
    expect(addressOf(request)).toBe("203.0.113.7");
  });
});
