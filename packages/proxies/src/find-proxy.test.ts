import { createProxyFinder } from "./find-proxy";

const PROXY = "http://proxy.test:3128";
const hostOf = (address: string) => {
  const { protocol, hostname, port } = new URL(address);
  return { protocol, hostname: hostname.replace(/^\[|\]$/g, ""), port };
};
const originFor = (address: string, bypass = ""): string | undefined =>
  createProxyFinder({ https: PROXY, http: PROXY, bypass })(hostOf(address))?.origin;

describe("the proxy for a host", () => {
  test("is the one of its scheme, or none", () => {
    const find = createProxyFinder({ https: "https://user:p%40ss@secure.test" });
    expect(find(hostOf("https://api.p.test"))).toEqual({
      origin: "https://secure.test",
      isSecure: true,
      hostname: "secure.test",
      port: 443,
      authorization: `Basic ${btoa("user:p@ss")}`,
    });
    expect(find(hostOf("http://api.p.test"))).toBeUndefined();
    expect(createProxyFinder({ http: "http://[fd00::1]:8080" })(hostOf("http://api.p.test"))).toMatchObject({
      hostname: "fd00::1",
      port: 8080,
      authorization: undefined,
    });
  });

  test.each([
    "http://127.0.0.1:11434",
    "http://127.8.0.1",
    "http://localhost:11434",
    "http://models.localhost",
    "http://[::1]:8000",
  ])("is none for this machine: %s", (address) => {
    expect(originFor(address)).toBeUndefined();
  });

  test.each([
    ["https://api.p.test", "p.test"],
    ["https://p.test", ".p.test"],
    ["https://api.p.test", "*.p.test"],
    ["https://API.p.test", "other.test, Api.P.test"],
    ["https://api.p.test", "*"],
    ["https://api.p.test", "p.test:443"],
    ["http://gpu:8000", "gpu:8000"],
    ["http://10.1.2.3:8000", "10.0.0.0/8"],
    ["http://10.1.2.3", "10.1.2.3"],
    ["http://[fd00::5]", "fd00::/8"],
    ["http://[fd00::5]:81", "[fd00::5]:81"],
  ])("is none for %s where NO_PROXY is %s", (address, bypass) => {
    expect(originFor(address, bypass)).toBeUndefined();
  });

  test.each([
    ["https://xp.test", "p.test"],
    ["https://api.p.test", "p.test:8443"],
    ["http://11.1.2.3", "10.0.0.0/8"],
    ["http://[fd00::5]", "10.0.0.0/8"],
    ["https://api.p.test", "10.0.0.0/99, , ://"],
    ["http://1.10.1.2", "10.1.2"],
  ])("leads to %s where NO_PROXY is %s", (address, bypass) => {
    expect(originFor(address, bypass)).toBe(PROXY);
  });
});
