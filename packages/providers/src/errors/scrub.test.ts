import fc from "fast-check";
import { holdsSecret, scrub, scrubbedError, secretsOf } from "./scrub";
import { ProviderError } from "../provider-error";

const KEY = "sk-proj-Zq83hTn0Vb5KxW2mLr7YcDf4";

describe("our keys in a provider's message", () => {
  test.each([
    [
      `Incorrect API key provided: ${KEY}. Find yours at /keys.`,
      "Incorrect API key provided: [redacted]. Find yours at /keys.",
    ],
    [`twice ${KEY} and ${KEY}`, "twice [redacted] and [redacted]"],
    [`key ${KEY.slice(0, 20)}... is unknown`, "key [redacted]... is unknown"],
    [`key ...${KEY.slice(-14)} is unknown`, "key ...[redacted] is unknown"],
    [`key ...${KEY.slice(9, 26)}... is unknown`, "key ...[redacted]... is unknown"],
    ["key sk-proj-**********YcDf4 is unknown", "key sk-proj-**********YcDf4 is unknown"],
    ["keys begin with sk-proj-", "keys begin with sk-proj-"],
    ["nothing to hide", "nothing to hide"],
  ])("%s", (text, scrubbed) => {
    expect(scrub(text, [KEY])).toBe(scrubbed);
  });

  test("are found in URL encoding", () => {
    expect(scrub("GET /v1?key=a%2Fb%2Bc%3Ddefgh", ["a/b+c=defgh"])).toBe("GET /v1?key=[redacted]");
  });

  test("are looked for in no more than is told: megabytes of a reason would hold everybody up", () => {
    const said = scrub(`${KEY} ${"x".repeat(32 * 1024 * 1024)}`, [KEY]);
    expect(said.slice(0, 12)).toBe("[redacted] x");
    expect(said.length).toBeLessThan(4_096);
  });

  test.each([
    [`https://files.test/1.mp4?key=${KEY}`, true],
    [`https://files.test/${"x".repeat(9_000)}?key=${KEY.slice(3, 20)}`, true],
    [`https://files.test/1.mp4?key=${encodeURIComponent("a/b+c=defgh")}`, true],
    ["https://files.test/1.mp4?key=another", false],
  ])("are seen in an address: %.40s", (address, seen) => {
    expect(holdsSecret(address, [KEY, "a/b+c=defgh"])).toBe(seen);
  });

  test("that are too short to be secret leave the text alone", () => {
    expect(scrub("none of the models", ["none", ""])).toBe("none of the models");
  });

  test("never leak, whole or in large part, whatever surrounds them", () => {
    const key = fc.string({
      unit: fc.constantFrom("a", "b", "A", "B", "0", "1", "-", "_"),
      minLength: 16,
      maxLength: 40,
      size: "max",
    });
    fc.assert(
      fc.property(key, fc.string(), fc.string(), fc.nat(), (secret, before, after, part) => {
        const length = 12 + (part % (secret.length - 11));
        for (const shown of [
          secret,
          secret.slice(0, length),
          secret.slice(-length),
          secret.slice(part % (secret.length - 11)),
          secret + secret,
        ]) {
          const text = scrub(`${before}${shown}${after}`, [secret]);
          for (let start = 0; start + 12 <= secret.length; start++)
            expect(text).not.toContain(secret.slice(start, start + 12));
        }
      }),
    );
  });

  test("are removed at any depth of a package's data", () => {
    const options = {
      region: "us-east-1",
      secretAccessKey: "s1",
      googleAuthOptions: { credentials: { client_email: "s2", private_key: "s3" } },
      keys: ["s4"],
    };
    expect(secretsOf({ provider: "p", baseUrl: "", model: "m", sdk: { package: "far", options } })).toEqual([
      "s1",
      "s2",
      "s3",
      "s4",
    ]);
  });

  test("include the key and headers that carry secrets", () => {
    const target = {
      provider: "p",
      baseUrl: "https://p.test",
      apiKey: "k1",
      model: "m",
      headers: { "X-Api-Key": "k2", authorization: "Bearer k3", "x-title": "Cenote" },
    };
    expect(secretsOf(target)).toEqual(["k1", "k2", "k3"]);
  });

  test("are removed from an error, and everything else is kept", () => {
    const target = { provider: "p", baseUrl: "https://p.test", apiKey: KEY, model: "m" };
    const error = new ProviderError({
      kind: "rate_limited",
      message: `slow down, ${KEY}`,
      status: 429,
      retryAfterMs: 7,
      hint: "its base_url may be wrong",
    });
    expect(scrubbedError(error, target)).toMatchObject({
      kind: "rate_limited",
      message: "slow down, [redacted]",
      status: 429,
      retryAfterMs: 7,
      hint: "its base_url may be wrong",
    });
  });

  test("are removed from where an answer redirects to", () => {
    const target = { provider: "p", baseUrl: "https://p.test", apiKey: KEY, model: "m" };
    const redirect = `https://login.test/${KEY}/start`;
    const error = new ProviderError({ kind: "malformed", message: "It redirects.", redirect });
    expect(scrubbedError(error, target).redirect).toBe("https://login.test/[redacted]/start");
  });
});
