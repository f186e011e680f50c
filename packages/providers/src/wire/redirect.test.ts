import { redirectOf } from "./redirect";

const BASE = "https://a.test/v1";

test.each([
  [307, "https://b.test/v1/chat?key=secret#x", "https://b.test/v1/chat"],
  [301, "//user:secret@b.test/", "https://b.test/"],
  [308, "/login", "https://a.test/login"],
  [200, "/login", undefined],
  [400, "/login", undefined],
  [302, "http://[", undefined],
])("%i to %s is told as %s", (status, location, told) => {
  expect(redirectOf(status, { location }, BASE)).toBe(told);
});

test("an answer without an address redirects nowhere", () => {
  expect(redirectOf(307, {}, BASE)).toBeUndefined();
});
