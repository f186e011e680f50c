import type { WireRequest } from "../target";
import { withLargeBodyAsBytes } from "./large-body";

const requestWith = (body: string): WireRequest => ({
  method: "POST",
  url: "https://provider.test",
  headers: {},
  body,
});

test("a large body is sent as bytes, any other request as it is", () => {
  const large = "ñ".repeat(64 * 1024);
  expect(withLargeBodyAsBytes(requestWith(large))).toEqual({ ...requestWith(""), body: Buffer.from(large) });
  const small = requestWith("ñ".repeat(1000));
  expect(withLargeBodyAsBytes(small)).toBe(small);
  const { body: _, ...none } = small;
  expect(withLargeBodyAsBytes(none)).toBe(none);
});
