import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { createConnectProxy } from "@cenote/proxies/testing";
import S3rver from "s3rver";
import { createS3Storage } from "./s3-storage";
import type { MediaStorage } from "./storage";
import { describeMediaStorage } from "./storage.contract";

const BUCKET = "cenote-media";
const gatewayUrl = () => "https://gateway.test";
const credentials = { accessKeyId: "S3RVER", secretAccessKey: "S3RVER" };

let folder: string;
let server: S3rver;
let endpoint: string;
let storage: MediaStorage;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "cenote-s3-"));
  server = new S3rver({
    address: "127.0.0.1",
    port: 0,
    silent: true,
    directory: folder,
    configureBuckets: [{ name: BUCKET, configs: [] }],
  });
  const { port } = await server.run();
  endpoint = `http://127.0.0.1:${port}`;
  storage = createS3Storage({
    bucket: BUCKET,
    region: "us-east-1",
    endpoint,
    publicUrl: undefined,
    gatewayUrl,
    credentials,
  });
});

afterAll(async () => {
  storage?.close();
  await server?.close();
  await rm(folder, { recursive: true, force: true });
});

test("a bucket behind a proxy is reached through it", async () => {
  const proxy = await createConnectProxy(Number(new URL(endpoint).port));
  const proxied = createS3Storage({
    bucket: BUCKET,
    region: "us-east-1",
    endpoint: "http://s3.us-east-1.amazonaws.com",
    publicUrl: undefined,
    gatewayUrl,
    credentials,
    proxies: { http: `http://${proxy.host}` },
  });
  const key = "organization/request/0.png";
  await proxied.put({ key, contentType: "image/png", body: Readable.from([Buffer.from("a picture")]) });
  expect(await (await fetch(`${endpoint}/${BUCKET}/${key}`)).text()).toBe("a picture");
  expect(new Set(proxy.asked)).toEqual(new Set(["s3.us-east-1.amazonaws.com:80"]));
  proxied.close();
  await proxy.close();
});

describeMediaStorage("S3", () => ({
  storage,
  async read(key) {
    const answer = await fetch(`${endpoint}/${BUCKET}/${key}`);
    if (answer.status === 404) return undefined;
    expect(answer.status).toBe(200);
    return {
      bytes: Buffer.from(await answer.arrayBuffer()),
      contentType: answer.headers.get("content-type") ?? "",
      cacheControl: answer.headers.get("cache-control") ?? "",
    };
  },
}));

test("URLs are the gateway's, or those of what is in front of the bucket", () => {
  const at = (publicUrl?: string) => {
    const made = createS3Storage({
      bucket: "b",
      region: "mx-central-1",
      endpoint: undefined,
      publicUrl,
      gatewayUrl,
      credentials,
    });
    made.close();
    return made.urlOf("o/m/1.png");
  };
  expect(at()).toBe("https://gateway.test/media/o/m/1.png");
  expect(at("https://cdn.test/")).toBe("https://cdn.test/o/m/1.png");
});

test("an unreachable store is an error, and nothing hangs", async () => {
  const away = createS3Storage({
    bucket: "b",
    region: "us-east-1",
    endpoint: "http://127.0.0.1:1",
    publicUrl: undefined,
    gatewayUrl,
    credentials,
  });
  await expect(
    away.put({ key: "o/m/1.png", contentType: "image/png", body: ReadableStream.from([Buffer.from("x")]) }),
  ).rejects.toThrow(Error);
  await expect(away.read("o/m/1.png")[Symbol.asyncIterator]().next()).rejects.not.toMatchObject({ code: "not_found" });
  away.close();
});

test("so is a bucket that accepts a connection and never answers", async () => {
  const silent = createServer(() => {});
  await new Promise<void>((resolve) => {
    silent.listen(0, "127.0.0.1", resolve);
  });
  const { port } = silent.address() as AddressInfo;
  const mute = createS3Storage({
    bucket: "b",
    region: "us-east-1",
    endpoint: `http://127.0.0.1:${port}`,
    publicUrl: undefined,
    gatewayUrl,
    credentials,
    silentMs: 50,
  });
  await expect(
    mute.put({ key: "o/m/1.png", contentType: "image/png", body: ReadableStream.from([Buffer.from("x")]) }),
  ).rejects.toThrow(Error);
  mute.close();
  silent.closeAllConnections();
  await new Promise((resolve) => silent.close(resolve));
});
