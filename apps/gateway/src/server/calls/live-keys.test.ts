import type { FindRefusedResponse } from "@cenote/contracts";
import { createManualClock } from "@cenote/testkit";
import { createLiveKeys } from "./live-keys";

type Refused = FindRefusedResponse["refused"][number];

const EVERY_MS = 1_000;
const digestOf = (byte: number) => Buffer.alloc(32, byte);

const createWorld = () => {
  const clock = createManualClock();
  const refused: Refused[] = [];
  const asked: Buffer[][] = [];
  const warnings: object[] = [];
  let isAway = false;
  const keys = createLiveKeys({
    billing: {
      async findRefused({ keyDigests }) {
        asked.push(keyDigests.map((digest) => Buffer.from(digest)));
        if (isAway) throw new Error("billing is away");
        return { refused: refused.filter(({ keyDigest }) => keyDigests.some((digest) => digest.equals(keyDigest))) };
      },
    },
    clock,
    log: { debug() {}, info() {}, warn: (fields) => warnings.push(fields), error() {} },
    everyMs: EVERY_MS,
  });
  return {
    clock,
    asked,
    warnings,
    refuse: (keyDigest: Buffer, code: string, message = "It was refused.") => {
      refused.push({ keyDigest, code, message, expired: false });
    },
    expire: (keyDigest: Buffer) => {
      refused.push({ keyDigest, code: "key_revoked", message: "It has expired.", expired: true });
    },
    /** What was said of keys until now no longer holds. */
    forget: () => refused.splice(0),
    setAway: (away: boolean) => {
      isAway = away;
    },
    /** Watches as an open connection does. @returns What it was told, as `code: message`, and how it leaves. */
    connect: (keyDigest: Buffer) => {
      const told: string[] = [];
      const leave = keys.watch(keyDigest, {
        onExpired: ({ code }) => told.push(`expired, ${code}`),
        onRefused: ({ code, message }) => told.push(`${code}: ${message}`),
      });
      return { told, leave };
    },
  };
};

describe("the keys of open connections", () => {
  it("every connection of a revoked key is told once, and those of other keys are not", async () => {
    const { clock, asked, connect, refuse } = createWorld();
    const [first, second, other] = [connect(digestOf(1)), connect(digestOf(1)), connect(digestOf(2))];
    await clock.advance(EVERY_MS);
    expect(asked).toEqual([[digestOf(1), digestOf(2)]]);
    expect(first.told).toEqual([]);
    refuse(digestOf(1), "key_revoked", "The key was revoked.");
    await clock.advance(EVERY_MS * 3);
    expect(first.told).toEqual(["key_revoked: The key was revoked."]);
    expect(second.told).toEqual(first.told);
    expect(other.told).toEqual([]);
    expect(asked.at(-1)).toEqual([digestOf(2)]);
  });

  it("a key that is gone is an invalid one, in billing's words", async () => {
    const { clock, connect, refuse } = createWorld();
    const { told } = connect(digestOf(1));
    refuse(digestOf(1), "invalid_api_key", "There is no such key.");
    await clock.advance(EVERY_MS);
    expect(told).toEqual(["invalid_api_key: There is no such key."]);
  });

  it("every connection of a key that has expired is told so once, also one that comes later, and of its revocation as well", async () => {
    const { clock, connect, expire, forget, refuse } = createWorld();
    const first = connect(digestOf(1));
    expire(digestOf(1));
    await clock.advance(EVERY_MS * 3);
    expect(first.told).toEqual(["expired, key_revoked"]);
    const second = connect(digestOf(1));
    await clock.advance(EVERY_MS);
    expect([...first.told, ...second.told]).toEqual(["expired, key_revoked", "expired, key_revoked"]);
    forget();
    refuse(digestOf(1), "key_revoked", "The key was revoked.");
    await clock.advance(EVERY_MS * 3);
    for (const { told } of [first, second])
      expect(told).toEqual(["expired, key_revoked", "key_revoked: The key was revoked."]);
  });

  it("billing is not asked of keys whose connections have all left", async () => {
    const { clock, asked, connect, refuse } = createWorld();
    const [first, second] = [connect(digestOf(1)), connect(digestOf(1))];
    first.leave();
    await clock.advance(EVERY_MS);
    second.leave();
    await clock.advance(EVERY_MS * 3);
    expect(asked).toHaveLength(1);
    refuse(digestOf(1), "key_revoked");
    const again = connect(digestOf(1));
    await clock.advance(EVERY_MS);
    expect(again.told).toHaveLength(1);
    expect([...first.told, ...second.told]).toEqual([]);
  });

  it("a connection that was told leaves alone those that came with the same key since", async () => {
    const { clock, connect, refuse } = createWorld();
    const first = connect(digestOf(1));
    refuse(digestOf(1), "key_revoked");
    await clock.advance(EVERY_MS);
    const second = connect(digestOf(1));
    first.leave();
    await clock.advance(EVERY_MS);
    expect(second.told).toHaveLength(1);
  });

  it("while billing is away connections stay, and are checked again once it is back", async () => {
    const { clock, warnings, connect, refuse, setAway } = createWorld();
    const { told } = connect(digestOf(1));
    refuse(digestOf(1), "key_revoked");
    setAway(true);
    await clock.advance(EVERY_MS);
    expect(told).toEqual([]);
    expect(warnings).toEqual([{ code: "internal_error" }]);
    setAway(false);
    await clock.advance(EVERY_MS);
    expect(told).toHaveLength(1);
  });

  it("more keys than one question takes are asked of in several", async () => {
    const { clock, asked, connect, refuse } = createWorld();
    const digests = Array.from({ length: 10_001 }, (_key, index) => {
      const digest = Buffer.alloc(32);
      digest.writeUInt32BE(index);
      return digest;
    });
    const connections = digests.map(connect);
    for (const digest of [digests[0], digests[10_000]]) refuse(digest ?? Buffer.alloc(0), "key_revoked");
    await clock.advance(EVERY_MS);
    expect(asked.map(({ length }) => length)).toEqual([10_000, 1]);
    expect(connections.flatMap(({ told }) => told)).toHaveLength(2);
    expect(connections[10_000]?.told).toHaveLength(1);
  });
});
