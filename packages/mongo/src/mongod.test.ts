import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "./free-port";
import { downloadMongod, findDownloadedMongod, findMongodOnPath } from "./mongod";

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "cenote-mongod-"));
});
afterEach(() => rm(folder, { recursive: true }));

const options = (environment: Record<string, string> = {}) => ({
  environment: { PATH: folder, XDG_CACHE_HOME: folder, ...environment },
  onSlow: () => {},
});

test("a mongod on the PATH runs as a replica set, reachable only from this machine", async () => {
  expect(await findMongodOnPath(options())).toEqual({ reason: "`mongod` is not on the PATH" });
  const binary = join(folder, "mongod");
  await writeFile(binary, "#!/bin/sh\n");
  expect(await findMongodOnPath(options())).toEqual({ reason: "`mongod` is not on the PATH" });
  await chmod(binary, 0o755);
  const found = await findMongodOnPath(options());
  if ("reason" in found) throw new Error(found.reason);
  expect(found.args({ folder: "/data/mongo", port: 27_100, durable: true }).join(" ")).toBe(
    "--dbpath /data/mongo --port 27100 --bind_ip 127.0.0.1 --replSet cenote --wiredTigerCacheSizeGB 0.25 --quiet",
  );
});

test("a mongod that was never downloaded is not found", async () => {
  expect(await findDownloadedMongod(options())).toEqual({ reason: expect.any(String) });
});

test("a download host that refuses the connection is a reason to continue without", async () => {
  const mirror = `http://127.0.0.1:${await freePort()}`;
  expect(await downloadMongod(options({ MONGOMS_DOWNLOAD_MIRROR: mirror }))).toEqual({
    reason: `${mirror} can't be reached to download a mongod`,
  });
});

test("a download host that never answers delays nobody", async () => {
  const silent: Server = createServer(() => {});
  await new Promise<void>((resolve) => {
    silent.listen(0, "127.0.0.1", resolve);
  });
  const { port } = silent.address() as AddressInfo;
  try {
    expect(await downloadMongod(options({ MONGOMS_DOWNLOAD_MIRROR: `http://127.0.0.1:${port}` }))).toEqual({
      reason: expect.stringContaining("can't be reached"),
    });
  } finally {
    silent.closeAllConnections();
    silent.close();
  }
});
