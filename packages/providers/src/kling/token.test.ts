import { createHmac } from "node:crypto";
import { toToken } from "./token";

const NOW_MS = 1_767_225_600_500;

const readPart = (part: string | undefined): unknown => JSON.parse(Buffer.from(part ?? "", "base64url").toString());

test("a key pair becomes a token for half an hour, signed with the secret but without it", () => {
  const token = toToken("AccessKey1:Secret:Key2", NOW_MS);
  const [head, claims, signature] = token.split(".");
  expect([readPart(head), readPart(claims)]).toEqual([
    { alg: "HS256", typ: "JWT" },
    { iss: "AccessKey1", exp: 1_767_225_600 + 1_800, nbf: 1_767_225_600 - 5 },
  ]);
  expect(signature).toBe(createHmac("sha256", "Secret:Key2").update(`${head}.${claims}`).digest("base64url"));
  expect(token).not.toMatch(/[=+/]/);
});

test("a plain key is sent unchanged", () => {
  expect(toToken("kling-api-key", NOW_MS)).toBe("kling-api-key");
});
