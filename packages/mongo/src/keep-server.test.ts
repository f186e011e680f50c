import { mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "./free-port";
import { keepServer } from "./keep-server";
import { poll } from "./poll";
import { processesWith } from "./process-alive";

const LISTENER = "require('node:net').createServer().listen(Number(process.argv[1]), '127.0.0.1')";

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "cenote-keep-"));
});

afterEach(async () => {
  for (const pid of await processesWith(folder)) process.kill(pid, "SIGKILL");
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

test("a server whose keeper can't write its record is ended, and the reason is reported", async () => {
  const recordFile = join(folder, "record.json");
  // Blocks the record, as a full disk would.
  await mkdir(recordFile);
  const port = await freePort();
  const kept = keepServer({
    command: process.execPath,
    args: ["-e", LISTENER, String(port), folder],
    logFile: join(folder, "log"),
    recordFile,
    port,
    exclusive: true,
    lingerMs: 0,
    stopLimitMs: 1_000,
  });
  await expect(kept).rejects.toThrow(/EISDIR/);
  expect(
    await poll(async () => ((await processesWith(folder)).length === 0 ? true : undefined), {
      everyMs: 50,
      limitMs: 30_000,
    }),
  ).toBe(true);
  expect((await readdir(folder)).sort()).toEqual(["log", "record.json"]);
});
