import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";

const PLACES = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome", "/usr/bin/google-chrome-stable", "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"];
const INSTALL_LIMIT_MS = 300_000;

const found = (): string | undefined => [process.env.CHROMIUM_PATH ?? "", ...PLACES].find((path) => path !== "" && existsSync(path));

/** Path of a Chromium. On a Debian where this may be done, one is installed; undefined where there is none to be had. */
export const findChromium = (): string | undefined => {
  const path = found();
  if (path !== undefined || process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) return path;
  const options = { stdio: "ignore", timeout: INSTALL_LIMIT_MS, env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" } } as const;
  try {
    execFileSync("apt-get", ["update", "-qq"], options);
    execFileSync("apt-get", ["install", "-y", "-qq", "--no-install-recommends", "chromium"], options);
  } catch {
    return undefined;
  }
  return found();
};
