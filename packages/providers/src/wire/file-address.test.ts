import { readFileAddress } from "./file-address";
import { ForbiddenAddressError } from "./forbidden-address";

const ALLOWED = ["http://10.0.0.7:9000", "https://provider.test"];

test.each([
  ["javascript:alert(1)", "no web address"],
  ["file:///etc/passwd", "no web address"],
  ["data:video/mp4;base64,AAAA", "no web address"],
  ["ftp://files.test/1.mp4", "no web address"],
  ["", "no web address"],
  ["/1.mp4", "no web address"],
  ["https://", "no web address"],
  ["a video", "no web address"],
  ["https://user:secret@files.test/1.mp4", "credentials"],
  ["https://user@provider.test/1.mp4", "credentials"],
  ["http://127.0.0.1:21200/healthz", "without TLS"],
  ["http://files.test/1.mp4", "without TLS"],
  ["http://10.0.0.7:9001/1.mp4", "without TLS"],
  ["https://127.0.0.1/1.mp4", "127.0.0.1 is not a public address"],
  ["https://169.254.169.254/latest", "not a public address"],
  ["https://[::1]/1.mp4", "not a public address"],
  ["https://localhost/1.mp4", "not a public address"],
  ["https://2130706433/1.mp4", "127.0.0.1 is not a public address"],
])("nothing is downloaded from %j", (address, message) => {
  expect(() => readFileAddress(address, ALLOWED)).toThrow(ForbiddenAddressError);
  expect(() => readFileAddress(address, ALLOWED)).toThrow(message);
});

test("an address longer than any server of files takes is not followed: it would be stored with its job", () => {
  const address = (length: number) => `https://files.test/${"x".repeat(length - "https://files.test/".length)}`;
  expect(readFileAddress(address(16_384), ALLOWED).href).toHaveLength(16_384);
  expect(() => readFileAddress(address(16_385), ALLOWED)).toThrow(ForbiddenAddressError);
});

test("a public address over TLS, and anything on an allowed origin, may be downloaded", () => {
  for (const address of [
    "https://files.test/1.mp4?a=b",
    "https://93.184.216.34/1.mp4",
    "http://10.0.0.7:9000/1.mp4",
    "https://provider.test/1.mp4",
  ])
    expect(readFileAddress(address, ALLOWED).href).toBe(address);
});

test("a relative URL is resolved against the one it came from", () => {
  expect(readFileAddress("/2.mp4", ALLOWED, new URL("https://files.test/a/1.mp4")).href).toBe(
    "https://files.test/2.mp4",
  );
});
