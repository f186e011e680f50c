import { createServer } from "node:tls";
import type { AddressInfo } from "node:net";
import { silentLog } from "@cenote/core";
import { mongo } from "mongoose";
import { TEST_CERTIFICATE, TEST_CERTIFICATE_KEY } from "./testing/test-certificate";
import { createHurriedClock } from "./testing/hurried-clock";
import { connectMongo } from "./connect-mongo";
import { untrustedServers } from "./untrusted-certificate";

const failedWith = (code: string) => ({
  error: new mongo.MongoNetworkError("failed", { cause: Object.assign(new Error(code), { code }) }),
});

test.each([
  [["DEPTH_ZERO_SELF_SIGNED_CERT"], "DEPTH_ZERO_SELF_SIGNED_CERT"],
  [["ERR_TLS_CERT_ALTNAME_INVALID", "CERT_HAS_EXPIRED"], "ERR_TLS_CERT_ALTNAME_INVALID"],
])("servers whose certificates are all refused are not waited for: %j", (codes, code) => {
  expect(untrustedServers(codes.map(failedWith))?.message).toContain(`(${code})`);
});

test.each([
  ["of a name that is not resolved yet", ["ENOTFOUND"]],
  ["that is not up yet", ["ECONNREFUSED"]],
  ["of several, one of which may come up", ["CERT_HAS_EXPIRED", "ECONNREFUSED"]],
  ["of several, one of which was not tried yet", ["CERT_HAS_EXPIRED", undefined]],
  ["that nobody named", []],
])("a server %s is waited for", (_what, codes) => {
  const servers = codes.map((code) => (code === undefined ? { error: null } : failedWith(code)));
  expect(untrustedServers(servers)).toBeUndefined();
});

test("a start ends at once at a server whose certificate is not trusted, and names the cause", async () => {
  const server = createServer({ cert: TEST_CERTIFICATE, key: TEST_CERTIFICATE_KEY });
  server.on("tlsClientError", () => {});
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const uri = `mongodb://ana:secret@127.0.0.1:${(server.address() as AddressInfo).port}/?tls=true`;
  const clock = createHurriedClock();
  const warned: unknown[] = [];
  const log = { ...silentLog, warn: (fields: object) => warned.push(fields) };
  try {
    await expect(connectMongo(uri, { log, clock })).rejects.toThrow(
      /^No MongoDB at mongodb:\/\/ana:\*\*\*@127\.0\.0\.1:\d+\/: the TLS certificate is not accepted \(DEPTH_ZERO_SELF_SIGNED_CERT\)\. .*tlsCAFile/,
    );
    expect(warned).toEqual([]);
  } finally {
    server.close();
  }
});
