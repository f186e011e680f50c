import { silentLog } from "@cenote/core";
import { describeProxies, readProxies, logProxies } from "./proxy-environment";

describe("the proxies of the environment", () => {
  test("are none unless set, and lower-case names take precedence", () => {
    expect(readProxies({ HTTPS_PROXY: "", NO_PROXY: "p.test" })).toBeUndefined();
    expect(
      readProxies({
        HTTPS_PROXY: "http://upper.test:3128",
        https_proxy: "http://lower.test:3128",
        NO_PROXY: "p.test",
        no_proxy: "",
      }),
    ).toEqual({ https: "http://lower.test:3128/", http: undefined, bypass: "p.test" });
    expect(readProxies({ http_proxy: "proxy.test:3128" })).toEqual({
      https: undefined,
      http: "http://proxy.test:3128/",
      bypass: undefined,
    });
  });

  test.each(["socks5://proxy.test:1080", "ftp://proxy.test", "http://a b", "http://user:50%@proxy.test"])(
    "are reported by the variable's name, without its value: %s",
    (text) => {
      expect(() => readProxies({ HTTPS_PROXY: text })).toThrow(/ HTTPS_PROXY must /);
      expect(() => readProxies({ http_proxy: text })).toThrow(/ http_proxy must /);
      expect(() => readProxies({ HTTP_PROXY: text })).not.toThrow(text);
    },
  );

  test("are described without their credentials", () => {
    expect(
      describeProxies({ https: "http://user:secret@proxy.test:3128/", http: "https://proxy.test/", bypass: undefined }),
    ).toBe("https through proxy.test:3128, http through proxy.test");
  });

  test("are logged at the start, unless there are none or the simulator replaces the providers", () => {
    const told: unknown[] = [];
    const log = { ...silentLog, info: (fields: object) => told.push(fields) };
    const proxies = { https: "http://proxy.test:3128/", http: undefined, bypass: undefined };
    logProxies(log, { proxies: undefined, simulatorUrl: undefined });
    logProxies(log, { proxies, simulatorUrl: "http://simulator.test:8090" });
    expect(told).toEqual([]);
    logProxies(log, { proxies, simulatorUrl: undefined });
    expect(told).toEqual([{ proxies: "https through proxy.test:3128" }]);
  });
});
