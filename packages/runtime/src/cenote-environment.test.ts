import { readFileSync } from "node:fs";
import { isAbsolute, join, resolve } from "node:path";
import { CENOTE_ENVIRONMENT, readCenoteEnvironment } from "./cenote-environment";
import { EnvironmentError } from "./environment";

describe("the system's environment", () => {
  test("has the documented defaults", () => {
    expect(readCenoteEnvironment({})).toEqual({
      host: "127.0.0.1",
      port: 8080,
      grpcPort: 9090,
      configPath: resolve("cenote.yaml"),
      dataDir: resolve(".cenote"),
      simulate: "auto",
      keyFile: undefined,
      internalToken: undefined,
      mongodbUri: undefined,
      redisUrl: undefined,
      logLevel: "info",
      otlpEndpoint: undefined,
    });
  });

  test("makes relative paths absolute, so that a later change of directory has no effect", () => {
    const { configPath, dataDir, keyFile } = readCenoteEnvironment({
      CENOTE_CONFIG: "c.yaml",
      CENOTE_DATA_DIR: "/var/d",
      CENOTE_KEY_FILE: "k",
    });
    expect([configPath, keyFile].every((path) => path !== undefined && isAbsolute(path))).toBe(true);
    expect(dataDir).toBe("/var/d");
  });

  test("accepts every form of MongoDB and Redis address", () => {
    for (const uri of ["mongodb://a:1,b:2/?replicaSet=rs", "mongodb+srv://u:p@host/db"])
      expect(readCenoteEnvironment({ MONGODB_URI: uri }).mongodbUri).toBe(uri);
    for (const url of ["redis://localhost", "rediss://:p@host:1/0"])
      expect(readCenoteEnvironment({ REDIS_URL: url }).redisUrl).toBe(url);
  });

  test.each([
    { MONGODB_URI: "localhost:27017" },
    { REDIS_URL: "http://localhost" },
    { REDIS_URL: "redis://localhost:99999" },
    { LOG_LEVEL: "loud" },
    { CENOTE_SIMULATE: "yes" },
    { CENOTE_INTERNAL_TOKEN: "two words" },
    { OTEL_EXPORTER_OTLP_ENDPOINT: "collector:4317" },
    // OpenTelemetry would silently send to its own default.
    { OTEL_EXPORTER_OTLP_ENDPOINT: "http://collector:99999" },
    { GRPC_PORT: "grpc" },
  ])("rejects %j", (env) => {
    expect(() => readCenoteEnvironment(env)).toThrow(EnvironmentError);
  });

  test("is documented in .env.example, every variable with its default", () => {
    const example = readFileSync(join(__dirname, "../../../.env.example"), "utf8");
    for (const variable of Object.values(CENOTE_ENVIRONMENT)) {
      expect(example).toMatch(
        new RegExp(`^#? ?${variable.name}=${String(variable.fallback ?? "").replaceAll(".", "\\.")}`, "m"),
      );
    }
  });
});
