import { isInternalRequest, namesPublicAddress } from "./internal-requests";

const from = (remoteAddress: string | undefined, headers: Record<string, string> = {}) =>
  isInternalRequest({ socket: { remoteAddress }, headers });

it.each([
  "127.0.0.1",
  "::1",
  "::ffff:127.0.0.1",
  "10.1.2.3",
  "172.31.0.9",
  "192.168.1.1",
  "100.64.7.7",
  "::ffff:10.0.0.1",
  "fd12::1",
  "fe80::1",
])("%s is internal", (address) => {
  expect(from(address)).toBe(true);
});

it.each(["8.8.8.8", "172.32.0.1", "100.128.0.1", "::ffff:8.8.8.8", "2606:4700::1", "", undefined])(
  "%s is not",
  (address) => {
    expect(from(address)).toBe(false);
  },
);

it.each(["forwarded", "x-forwarded-for", "x-real-ip", "via"])(
  "a request a proxy forwarded with %s is external",
  (name) => {
    expect(from("10.0.0.1", { [name]: "10.0.0.2" })).toBe(false);
  },
);

it.each(["ai.example.com", "AI.example.com:443"])("what is sent to the public name %s came by a proxy", (host) => {
  expect(namesPublicAddress(host, "https://ai.example.com/cenote")).toBe(true);
});

it.each([
  ["10.0.0.1:8080", "https://ai.example.com"],
  [undefined, "https://ai.example.com"],
  ["ai.example.com", "http://ai.example.com"],
  ["127.0.0.1:8080", "http://127.0.0.1:8080"],
])("what is sent to %s of %s may have come straight", (host, publicUrl) => {
  expect(namesPublicAddress(host, publicUrl)).toBe(false);
});
