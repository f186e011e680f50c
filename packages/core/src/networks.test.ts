import { createNetworks, isNetwork } from "./networks";

describe("networks", () => {
  test.each(["203.0.113.7", "203.0.113.0/24", "0.0.0.0/0", "10.0.0.1/32", "2001:db8::1", "2001:db8::/32", "::/0"])(
    "%s is one",
    (text) => {
      expect(isNetwork(text)).toBe(true);
    },
  );

  test.each([
    "",
    "example.com",
    "203.0.113",
    "203.0.113.256",
    "203.0.113.0/33",
    "203.0.113.0/",
    "203.0.113.0/+8",
    "203.0.113.0/08",
    "203.0.113.0/24/24",
    "203.0.113.0 /24",
    "2001:db8::/129",
    "fe80::1%eth0",
    "*",
  ])("%j is none", (text) => {
    expect(isNetwork(text)).toBe(false);
  });

  test("have the addresses of their ranges, and no others", () => {
    const networks = createNetworks(["10.0.0.0/8", "203.0.113.7", "2001:db8::/32"]);
    expect(["10.0.0.0", "10.255.255.255", "203.0.113.7", "2001:db8:ffff::1"].map((one) => networks.has(one))).toEqual([
      true,
      true,
      true,
      true,
    ]);
    expect(
      ["9.255.255.255", "11.0.0.0", "203.0.113.8", "2001:db9::1", "::1", "", "10.0.0"].some((one) => networks.has(one)),
    ).toBe(false);
  });

  test("of IPv4 have its addresses in the form of IPv6, as a server that listens for both sees them", () => {
    const networks = createNetworks(["10.0.0.0/8"]);
    expect([networks.has("::ffff:10.1.2.3"), networks.has("::ffff:11.1.2.3")]).toEqual([true, false]);
  });

  test("none have no address", () => {
    expect(createNetworks([]).has("127.0.0.1")).toBe(false);
  });
});
