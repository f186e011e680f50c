import { createHash, timingSafeEqual } from "node:crypto";
import type { Metadata } from "@grpc/grpc-js";

const digest = (text: string): Buffer => createHash("sha256").update(text).digest();

/** Case-insensitive, as over REST. The operator's token may contain spaces. */
const SCHEME = /^bearer +/i;

/** Whether a call has `authorization: Bearer <token>`. Compares in constant time. */
export const createTokenCheck = (token: string) => {
  if (token === "") throw new RangeError("the internal token must not be empty");
  const expected = digest(token.trimStart());
  return (metadata: Metadata): boolean => {
    const [given] = metadata.get("authorization");
    return (
      typeof given === "string" && SCHEME.test(given) && timingSafeEqual(digest(given.replace(SCHEME, "")), expected)
    );
  };
};

export type TokenCheck = ReturnType<typeof createTokenCheck>;
