import { createHash, timingSafeEqual } from "node:crypto";
import type { Metadata } from "@grpc/grpc-js";

const digest = (text: string): Buffer => createHash("sha256").update(text).digest();

/** Whether a call carries `authorization: Bearer <token>`, in a time that tells nothing about the token. */
export const createTokenCheck = (token: string) => {
  if (token === "") throw new RangeError("the internal token must not be empty");
  const expected = digest(`Bearer ${token}`);
  return (metadata: Metadata): boolean => {
    const [given] = metadata.get("authorization");
    return typeof given === "string" && timingSafeEqual(digest(given), expected);
  };
};

export type TokenCheck = ReturnType<typeof createTokenCheck>;
