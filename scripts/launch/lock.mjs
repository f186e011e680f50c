import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { statePath } from "./paths.mjs";

const POLL_MS = 200;
const LIMIT_MS = 15 * 60_000;

const isAlive = (pid) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
};

/** One launcher at a time installs and builds; the others wait for it. A lock whose holder died is ignored. */
export const withLock = async (work) => {
  const path = statePath("lock");
  const deadline = Date.now() + LIMIT_MS;
  for (;;) {
    try {
      writeFileSync(path, String(process.pid), { flag: "wx" });
      break;
    } catch (error) {
      if (error.code !== "EEXIST") throw error;
    }
    let holder = 0;
    try {
      holder = Number(readFileSync(path, "utf8"));
    } catch {
      continue;
    }
    if (holder > 0 && !isAlive(holder)) rmSync(path, { force: true });
    else if (Date.now() > deadline) throw new Error(`another launcher (process ${holder}) holds ${path}`);
    else await sleep(POLL_MS);
  }
  try {
    return await work();
  } finally {
    rmSync(path, { force: true });
  }
};
