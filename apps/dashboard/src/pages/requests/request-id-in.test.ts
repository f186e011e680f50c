import { requestIdIn } from "./request-id-in";

const ID = "req_1a21b15248a2d1c58bb7422f";

test("a request id is found in what was pasted from a log or an error", () => {
  expect(requestIdIn(` ${ID}\n`)).toBe(ID);
  expect(requestIdIn(`"extensions":{"request_id":"${ID}"}`)).toBe(ID);
});

test.each(["", "req_", `${ID}0`, ID.slice(4), ID.toUpperCase()])("there is none in %p", (text) => {
  expect(requestIdIn(text)).toBeUndefined();
});
