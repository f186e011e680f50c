import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inRoot } from "./harness/paths";

let root: string;
let running: ChildProcess[];

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "cenote-building-below-"));
  running = [];
  mkdirSync(join(root, "src"));
  writeFileSync(
    join(root, "rolldown.config.mjs"),
    `import { bundle } from ${JSON.stringify(inRoot("scripts/bundle.mjs"))};
export default bundle({ main: "src/main.ts", other: "src/other.ts" });`,
  );
  writeFileSync(join(root, "src/other.ts"), 'console.log("other");');
});

afterEach(() => {
  for (const child of running) child.kill("SIGKILL");
  rmSync(root, { recursive: true, force: true });
});

/** Sources of a program that loads a part of itself on request, and sends what the part returns. */
const write = (version: string) => {
  writeFileSync(join(root, "src/later.ts"), `export const version = ${JSON.stringify(version)};`);
  writeFileSync(
    join(root, "src/main.ts"),
    `console.log(${JSON.stringify(version)});
process.on("message", () => import("./later").then(
  ({ version }) => process.send(version),
  ({ message }) => process.send(message),
));
process.send("started");`,
  );
};

const build = () => {
  execFileSync(inRoot("node_modules/.bin/rolldown"), ["--config", "rolldown.config.mjs"], { cwd: root, stdio: "pipe" });
};

const start = async (): Promise<ChildProcess> => {
  const child = spawn(process.execPath, [join(root, "dist/main.js")], {
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  running.push(child);
  await once(child, "message");
  return child;
};

const loaded = async (child: ChildProcess): Promise<unknown> => {
  child.send("load");
  const [said] = (await once(child, "message")) as [unknown];
  return said;
};

const files = (): string[] => readdirSync(join(root, "dist")).sort();

test("what runs goes on with its own parts while a newer version is built below it", async () => {
  write("one");
  build();
  const first = files();
  const old = await start();
  write("two");
  build();
  expect(await loaded(await start())).toBe("two");
  expect(await loaded(old)).toBe("one");
  expect(files()).toEqual(expect.arrayContaining(first));
});

test("what only the build before the last wrote is removed", () => {
  write("one");
  build();
  const first = files();
  write("two");
  build();
  write("three");
  build();
  expect(files().filter((file) => first.includes(file) && file.startsWith("later-"))).toEqual([]);
  expect(files().filter((file) => /^later-.*[.]js$/.test(file))).toHaveLength(2);
});

test("a build that fails leaves all as it was", async () => {
  write("one");
  build();
  const before = files();
  writeFileSync(join(root, "src/other.ts"), "const = ;");
  write("two");
  expect(build).toThrow("other.ts");
  expect(files()).toEqual(before);
  expect(await loaded(await start())).toBe("one");
});
