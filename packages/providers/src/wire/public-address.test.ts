import fc from "fast-check";
import { isPublicAddress } from "./public-address";

describe("an address of the public internet", () => {
  test.each([
    "1.1.1.1",
    "93.184.216.34",
    "172.15.255.255",
    "172.32.0.1",
    "100.63.255.255",
    "168.63.129.17",
    "2606:4700:4700::1111",
    "2a00:1450:4001:81b::200e",
    "::ffff:8.8.8.8",
    "64:ff9b::8.8.8.8",
  ])("%s", (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });
});

describe("not an address of the public internet", () => {
  test.each([
    ["this machine", ["127.0.0.1", "127.255.255.254", "::1", "0.0.0.0", "0.1.2.3", "::"]],
    [
      "a private network",
      ["10.0.0.1", "172.16.0.1", "172.31.255.255", "192.168.1.1", "fc00::1", "fd12:3456::1", "fec0::1"],
    ],
    ["a link, the metadata of clouds among it", ["169.254.169.254", "fe80::1", "fd00:ec2::254"]],
    ["Azure's platform", ["168.63.129.16", "::ffff:168.63.129.16"]],
    ["a carrier's inside", ["100.64.0.1", "100.127.255.255"]],
    ["multicast and broadcast", ["224.0.0.1", "239.1.2.3", "255.255.255.255", "ff02::1"]],
    ["documentation and tests", ["192.0.2.1", "198.51.100.7", "203.0.113.9", "198.18.0.1", "2001:db8::1", "3fff::1"]],
    ["reserved", ["240.0.0.1", "192.0.0.1", "2001::1", "100::1", "5f00::1", "4000::1"]],
    [
      "IPv4 carried in IPv6",
      [
        "::ffff:127.0.0.1",
        "::ffff:10.0.0.1",
        "::ffff:a9fe:a9fe",
        "64:ff9b::10.0.0.1",
        "64:ff9b:1::8.8.8.8",
        "2002:7f00:1::",
        "::127.0.0.1",
      ],
    ],
    ["no address at all", ["", "localhost", "1.2.3", "[::1]", "fe80::1%eth0x/0"]],
  ])("%s", (_, addresses) => {
    expect(addresses.filter(isPublicAddress)).toEqual([]);
  });

  test("whatever follows the first byte of a private network, plain or IPv4-mapped", () => {
    fc.assert(
      fc.property(
        fc.constantFrom("10", "127", "0", "240"),
        fc.array(fc.nat(255), { minLength: 3, maxLength: 3 }),
        (first, rest) => {
          const address = [first, ...rest].join(".");
          expect([address, `::ffff:${address}`, `64:ff9b::${address}`].filter(isPublicAddress)).toEqual([]);
        },
      ),
      { numRuns: 50 },
    );
  });
});
