// Provides grpcurl: the one on the PATH, or one that Go builds once into the user's cache folder. Prints one line of
// JSON, `{ "folder": ... }` or `{ "reason": ... }`: without Go, tests run without it.
const { execFileSync } = require("node:child_process");
const { existsSync, mkdirSync, renameSync, rmSync } = require("node:fs");
const { homedir } = require("node:os");
const path = require("node:path");

const VERSION = "1.9.3";
const INSTALL_LIMIT_MS = 400_000;

const onPath = (program) =>
  (process.env.PATH ?? "")
    .split(path.delimiter)
    .find((folder) => folder !== "" && existsSync(path.join(folder, program)));

const install = (folder) => {
  const draft = `${folder}.${process.pid}.partial`;
  try {
    execFileSync("go", ["install", `github.com/fullstorydev/grpcurl/cmd/grpcurl@v${VERSION}`], {
      stdio: ["ignore", "ignore", "pipe"],
      timeout: INSTALL_LIMIT_MS,
      env: { ...process.env, GOBIN: draft, CGO_ENABLED: "0" },
    });
    mkdirSync(folder, { recursive: true });
    renameSync(path.join(draft, "grpcurl"), path.join(folder, "grpcurl"));
    return { folder };
  } catch (error) {
    return {
      reason: `making grpcurl ${VERSION} failed: ${String(error.stderr || error.message)
        .trim()
        .split("\n")
        .at(-1)}`,
    };
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
};

const find = () => {
  const own = onPath("grpcurl");
  if (own !== undefined) return { folder: own };
  const folder = path.join(
    process.env.XDG_CACHE_HOME ?? path.join(homedir(), ".cache"),
    "cenote",
    `e2e-grpcurl-${VERSION}`,
  );
  if (existsSync(path.join(folder, "grpcurl"))) return { folder };
  return onPath("go") === undefined ? { reason: "there is neither grpcurl nor Go on the PATH" } : install(folder);
};

console.log(JSON.stringify(find()));
