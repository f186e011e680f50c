import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Environment, EnvironmentError, loadEnvironment, readEnvironment, readTogether } from "./environment";
import { addressVariable, choiceVariable, optionalVariable, portVariable, textVariable } from "./environment-variable";

const spec = {
  host: textVariable({ name: "HOST", fallback: "127.0.0.1", about: "Address" }),
  port: portVariable({ name: "PORT", fallback: 8080, about: "Port" }),
  mode: choiceVariable({ name: "MODE", fallback: "auto", words: ["auto", "on"], about: "Mode" }),
  url: optionalVariable({
    name: "URL",
    pattern: /^https?:/,
    expected: "a URL with http: or https:",
    about: "Address of something",
  }),
};

const mistakesOf = (env: Environment): readonly string[] => {
  try {
    readEnvironment(spec, env);
    return [];
  } catch (error) {
    if (error instanceof EnvironmentError) return error.mistakes;
    throw error;
  }
};

describe("reading the environment", () => {
  test("uses what is set and defaults for the rest", () => {
    expect(readEnvironment(spec, { PORT: "81", URL: "http://x" })).toEqual({
      host: "127.0.0.1",
      port: 81,
      mode: "auto",
      url: "http://x",
    });
  });

  test("treats an empty variable as unset", () => {
    expect(readEnvironment(spec, { HOST: "", PORT: " ", MODE: "", URL: "" })).toEqual({
      host: "127.0.0.1",
      port: 8080,
      mode: "auto",
      url: undefined,
    });
  });

  test("reports all mistakes at once, by the variable's name and without its value", () => {
    const env = { PORT: "70000", MODE: "hunter2", URL: "hunter3" };
    expect(mistakesOf(env)).toEqual([
      "PORT must be a port from 0 to 65535 (Port)",
      "MODE must be one of auto, on (Mode)",
      "URL must be a URL with http: or https: (Address of something)",
    ]);
    expect(() => readEnvironment(spec, env)).toThrow(/PORT must[^]*MODE must[^]*URL must/);
    expect(() => readEnvironment(spec, env)).not.toThrow(/hunter/);
  });

  test.each(["-1", "8080x", "0x50", "1e3", "65536", "80 80"])("rejects port %j", (port) => {
    expect(mistakesOf({ PORT: port })).toHaveLength(1);
  });

  test("rejects a variable that is needed and not set", () => {
    const peer = addressVariable({ name: "PEER", about: "Where it answers" });
    expect(readEnvironment({ peer }, { PEER: "billing:9090" })).toEqual({ peer: "billing:9090" });
    expect(() => readEnvironment({ peer }, { PEER: " " })).toThrow("PEER is needed (Where it answers)");
    expect(() => readEnvironment({ peer }, { PEER: "billing" })).toThrow("PEER must be host:port");
  });

  test("together reports the mistakes of all readers, and rethrows other errors", () => {
    const port = (name: string) => readEnvironment({ port: portVariable({ name, fallback: 1, about: "Port" }) }, wrong);
    const wrong = { A: "a", B: "b" };
    expect(readTogether({ a: () => port("C"), b: () => 2 })).toEqual({ a: { port: 1 }, b: 2 });
    expect(() => readTogether({ a: () => port("A"), b: () => port("B") })).toThrow(/A must be[^]*B must be/);
    expect(() => readTogether({ a: () => port("A"), b: () => 2 })).toThrow(/A must be/);
    const broken = () => {
      throw new TypeError("not read");
    };
    expect(() => readTogether({ a: () => port("A"), broken })).toThrow(TypeError);
  });

  test("returns a frozen object", () => {
    expect(Object.isFrozen(readEnvironment(spec, {}))).toBe(true);
  });
});

describe("the .env file", () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "cenote-environment-"));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true });
  });

  test("fills in what the real environment leaves unset and overrides nothing", () => {
    const path = join(folder, ".env");
    writeFileSync(path, '# keys\nHOST=0.0.0.0\nPORT=9000\nOPENAI_API_KEY="sk-a b"\n');
    const env = loadEnvironment({ path, env: { PORT: "7000" } });
    expect(readEnvironment(spec, env)).toMatchObject({ host: "0.0.0.0", port: 7000 });
    expect(env["OPENAI_API_KEY"]).toBe("sk-a b");
  });

  test("may be missing", () => {
    expect(loadEnvironment({ path: join(folder, ".env"), env: { PORT: "1" } })).toEqual({ PORT: "1" });
  });
});
