import { spawnSync } from "node:child_process";
import { isAlive, sendSignal } from "./process-alive";

test("a signal to a process that has ended meanwhile is no failure", () => {
  const { pid } = spawnSync(process.execPath, ["-e", ""]);
  expect(isAlive(pid)).toBe(false);
  expect(() => process.kill(pid, "SIGTERM")).toThrow("ESRCH");
  expect(() => {
    sendSignal(pid, "SIGTERM");
  }).not.toThrow();
});
