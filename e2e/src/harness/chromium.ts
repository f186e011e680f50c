import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const PLACES = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];
const INSTALL_LIMIT_MS = 300_000;
const INSTALL =
  "command -v chromium || { apt-get update -qq && apt-get install -y -qq --no-install-recommends chromium; }";

const found = (): string | undefined =>
  [process.env.CHROMIUM_PATH ?? "", ...PLACES].find((path) => path !== "" && existsSync(path));

/** Path of a Chromium. As root on Debian it is installed; undefined if none is available. */
export const findChromium = (): string | undefined => {
  const path = found();
  if (path !== undefined || process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) return path;
  const options = {
    stdio: "ignore",
    timeout: INSTALL_LIMIT_MS,
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
  } as const;
  try {
    // Suites run in parallel, and apt allows one process at a time.
    execFileSync("flock", [join(tmpdir(), "cenote-chromium.lock"), "sh", "-c", INSTALL], options);
  } catch {
    return undefined;
  }
  return found();
};
