import { createHash } from "node:crypto";
import { CenoteError } from "@cenote/core";
import { createAuthenticate } from "./authenticate";

const digestOf = (key: string) => createHash("sha256").update(key).digest("hex");

describe("createAuthenticate", () => {
  const seen: string[] = [];
  let revoked: string | undefined;
  const authenticate = createAuthenticate({
    authenticate: ({ keyDigest }) => {
      const digest = keyDigest.toString("hex");
      seen.push(digest);
      return digest === revoked
        ? Promise.reject(new CenoteError("key_revoked"))
        : Promise.resolve({ organizationId: digest, keyId: "k", zdr: false });
    },
  });

  it("asks billing for every request, always with the key's own digest", async () => {
    const keys = ["cen_sk_live_a", "cen_sk_live_b", "cen_sk_live_a", "cen_sk_live_a"];
    for (const key of keys) expect((await authenticate(`Bearer ${key}`)).organizationId).toBe(digestOf(key));
    expect(seen).toEqual(keys.map(digestOf));
  });

  it("learns at once that a known key was revoked", async () => {
    await authenticate("Bearer cen_sk_live_a");
    revoked = digestOf("cen_sk_live_a");
    await expect(authenticate("Bearer cen_sk_live_a")).rejects.toMatchObject({ code: "key_revoked" });
  });

  it("keeps keys apart however many there are", async () => {
    for (let count = 0; count < 10_050; count++) await authenticate(`Bearer key${count}`);
    for (const key of ["key0", "key49", "key50", "key10049"])
      expect((await authenticate(`Bearer ${key}`)).organizationId).toBe(digestOf(key));
  });

  it.each([
    ["Bearer a b", "a b"],
    ["bearer   cen_sk_live_a  x ", "cen_sk_live_a  x"],
  ])("leaves it to billing to refuse a key with blanks: %j", async (header, key) => {
    expect((await authenticate(header)).organizationId).toBe(digestOf(key));
  });

  it.each([undefined, "", "Bearer", "Bearer ", "Bearer   ", "Basic x", "xBearer a"])(
    "finds no key in %j",
    async (header) => {
      await expect(authenticate(header)).rejects.toMatchObject({ code: "missing_api_key" });
    },
  );
});
