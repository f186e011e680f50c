import { createAttempts } from "./attempts";

test("a failed part is listed with its reason, and the results of other parts are kept", async () => {
  const said: string[] = [];
  const attempts = createAttempts((what) => {
    said.push(what);
  });
  expect(await attempts.make("plain chat", async () => [1])).toEqual([1]);
  expect(await attempts.make("videos", () => Promise.reject(new Error("3 calls failed")))).toEqual([]);
  expect(await attempts.make("leaving", async () => [2])).toEqual([2]);
  expect(attempts.failures).toEqual([{ part: "videos", reason: "3 calls failed" }]);
  expect(said).toEqual(["videos failed: 3 calls failed"]);
});
