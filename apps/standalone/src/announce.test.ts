import { announce, announceKey } from "./announce";

const started = {
  url: "http://127.0.0.1:8080",
  mongo: "mongod 8.2",
  liveProviders: ["openai"],
  simulated: false,
  simulationAsked: false,
  grpcAddress: "127.0.0.1:9090",
  organization: "demo",
};

describe("the start-up text", () => {
  test("ends with the ready line and names database and live providers", () => {
    const lines = announce(started);
    expect(lines.at(-1)).toBe("ready http://127.0.0.1:8080");
    expect(lines.join("\n")).toContain("mongod 8.2");
    expect(lines.join("\n")).toContain("openai");
    expect(lines.join("\n")).toContain("http://127.0.0.1:8080/dashboard");
    expect(lines.join("\n")).not.toContain("SIMULATED");
  });

  test("says how to create another key: the first one is shown once", () => {
    expect(announce(started).join("\n")).toContain("npm run cenote -- key create demo");
  });

  test("says clearly that nothing is real while the simulator is used", () => {
    const text = announce({ ...started, simulated: true }).join("\n");
    expect(text).toContain("SIMULATED: no provider key was found");
    expect(text).toContain("OPENAI_API_KEY");
  });

  test("says that the simulator was asked for, not that a key is missing, if there may be one", () => {
    const text = announce({ ...started, simulated: true, simulationAsked: true }).join("\n");
    expect(text).toContain("SIMULATED: CENOTE_SIMULATE is on");
    expect(text).not.toContain("no provider key was found");
    expect(text).not.toContain("OPENAI_API_KEY");
  });

  test("names the proxy that providers are called through, unless they are simulated", () => {
    const proxies = "https through proxy.test:3128";
    expect(announce({ ...started, proxies })).toContain(
      "proxy      providers are called with https through proxy.test:3128",
    );
    expect(announce({ ...started, proxies, simulated: true }).join("\n")).not.toContain("proxy.test");
  });

  test("shows a new key, and the call to try it with", () => {
    const text = announceKey({ url: started.url, key: "cen_sk_live_abc", exampleModel: "openai/gpt-4o-mini" }).join(
      "\n",
    );
    expect(text).toContain("  cen_sk_live_abc\n");
    expect(text).toContain("Authorization: Bearer cen_sk_live_abc");
    expect(text).toContain('"model": "openai/gpt-4o-mini"');
  });
});
