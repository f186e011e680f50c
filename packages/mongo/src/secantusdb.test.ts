import { access, chmod, mkdir, mkdtemp, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import type { Engine, FoundEngine } from "./engine";
import { findInstalledSecantusDb, findNativeSecantusDb, installSecantusDb } from "./secantusdb";

let folder: string;
let bin: string;
let slow: string[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "cenote-secantus-"));
  bin = join(folder, "bin");
  slow = [];
  await mkdir(bin);
});

afterEach(() => rm(folder, { recursive: true }));

const options = () => ({
  environment: { PATH: [bin, "/usr/bin", "/bin"].join(delimiter), XDG_CACHE_HOME: join(folder, "cache") },
  onSlow: (what: string) => {
    slow.push(what);
  },
});

const program = async (name: string, body: string) => {
  await writeFile(join(bin, name), `#!/bin/sh\n${body}\n`);
  await chmod(join(bin, name), 0o755);
};

/** A fake Python that creates a venv whose own Python runs `pip`. All names the code looks for lead to it. */
const python = async (pip: string, fits = true) => {
  await Promise.all(
    ["python3.13", "python3.12", "python3.11", "python3.10", "python3", "python"].map((name) =>
      program(
        name,
        `
if [ "$1" = -c ]; then exit ${fits ? 0 : 1}; fi
mkdir -p "$3/bin"
printf '#!/bin/sh\\n%s\\n' '${pip}' > "$3/bin/python"
chmod +x "$3/bin/python"`,
      ),
    ),
  );
};

const isEngine = (found: FoundEngine): found is Engine => !("reason" in found);
const cache = () => readdir(join(folder, "cache", "cenote"));

test("the exact version is installed from wheels only, once, and then found", async () => {
  await python('echo "$@" >> "$(dirname "$0")/called"');
  expect(isEngine(await findInstalledSecantusDb(options()))).toBe(false);
  const found = await installSecantusDb(options());
  const venv = join(folder, "cache", "cenote", "secantusdb-0.7.0b3");
  expect(found).toMatchObject({ family: "secantusdb", command: join(venv, "bin/python") });
  expect(await readFile(join(venv, "bin/called"), "utf8")).toBe(
    "-m pip install --quiet --only-binary :all: SecantusDB==0.7.0b3\n",
  );
  expect(isEngine(await findInstalledSecantusDb(options()))).toBe(true);
  expect(await cache()).toEqual(["secantusdb-0.7.0b3"]);
  expect(slow).toEqual([expect.stringContaining("installing SecantusDB")]);
});

test("two concurrent calls install it once", async () => {
  await python('echo x >> "$XDG_CACHE_HOME/installs"');
  const found = await Promise.all([installSecantusDb(options()), installSecantusDb(options())]);
  expect(found.every(isEngine)).toBe(true);
  expect(await readFile(join(folder, "cache", "installs"), "utf8")).toBe("x\n");
});

test("a failed installation reports why, leaves nothing, and can be retried", async () => {
  await python("echo starting >&2; echo ERROR: No matching distribution >&2; exit 1");
  expect(await installSecantusDb(options())).toEqual({
    reason: expect.stringMatching(/python3\.13 failed: ERROR: No matching distribution$/),
  });
  expect(await cache()).toEqual([]);
  await python("exit 0");
  expect(isEngine(await installSecantusDb(options()))).toBe(true);
});

test("what a killed installation left behind is removed", async () => {
  const left = join(folder, "cache", "cenote", "secantusdb-0.7.0b3.0000.partial");
  await mkdir(left, { recursive: true });
  await python("exit 0");
  await installSecantusDb(options());
  await expect(access(left)).rejects.toThrow("ENOENT");
});

test("a Python of an unsupported version is not used", async () => {
  await python("exit 0", false);
  const environment = { ...options().environment, PATH: bin };
  expect(await installSecantusDb({ ...options(), environment })).toEqual({
    reason: expect.stringContaining("Python 3.10 to 3.13"),
  });
});

test("the native build is used if it is on the PATH", async () => {
  expect(isEngine(await findNativeSecantusDb(options()))).toBe(false);
  await program("secantusd-rs", "exit 0");
  expect(await findNativeSecantusDb(options())).toMatchObject({ command: join(bin, "secantusd-rs") });
});

test("persistent data waits for the disk at each commit, a test's does not, and other machines have no access", async () => {
  await program("secantusd-rs", "exit 0");
  const found = await findNativeSecantusDb(options());
  if (!isEngine(found)) throw new Error(found.reason);
  const args = found.args({ folder: "/data", port: 27_100, durable: true });
  expect(args).toEqual([
    "--host",
    "127.0.0.1",
    "--port",
    "27100",
    "--storage-path",
    "/data",
    "--cache-size",
    "256M",
    "--sync-on-commit",
  ]);
  expect(found.args({ folder: "/data", port: 27_100, durable: false })).not.toContain("--sync-on-commit");
});

test("a cache that can't be written is a reason like any other, with the variable to set", async () => {
  await python("exit 0");
  // A file in the folder's place: a folder's mode means nothing to root, as whom tests may run.
  await writeFile(join(folder, "cache"), "");
  expect(await installSecantusDb(options())).toEqual({
    reason: expect.stringContaining("set XDG_CACHE_HOME to a folder that can be written"),
  });
});
