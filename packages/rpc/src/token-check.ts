import { createHash, timingSafeEqual } from "node:crypto";
import type { Metadata } from "@grpc/grpc-js";

const digest = (text: string): Buffer => createHash("sha256").update(text).digest();

/** Case-insensitive, as over REST. The operator's token may contain spaces. */
const SCHEME = /^bearer +/i;

/** Whether a call has `authorization: Bearer <token>`, with one of the tokens. Compares in constant time. */
export const createTokenCheck = (tokens: readonly string[]) => {
  if (tokens.includes("")) throw new RangeError("the internal token must not be empty");
  const expected = tokens.map((token) => digest(token.trimStart()));
  return (metadata: Metadata): boolean => {
    const [given] = metadata.get("authorization");
    if (typeof given !== "string" || !SCHEME.test(given)) return false;
    const found = digest(given.replace(SCHEME, ""));
    return expected.some((token) => timingSafeEqual(found, token));
  };
};

export type TokenCheck = ReturnType<typeof createTokenCheck>;
