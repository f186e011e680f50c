import { BodyBuffer } from "./body-buffer";

const BOM = Buffer.from([0xef, 0xbb, 0xbf]);

const textOf = (...parts: readonly Buffer[]): string => {
  const body = new BodyBuffer(100);
  for (const part of parts) body.push(part);
  return body.text();
};

describe("a body", () => {
  test("is its text without a byte order mark, however it was split", () => {
    expect(textOf(BOM, Buffer.from('{"a":"ñ"}'))).toBe('{"a":"ñ"}');
    expect(
      textOf(BOM.subarray(0, 1), BOM.subarray(1), Buffer.from("ñ").subarray(0, 1), Buffer.from("ñ").subarray(1)),
    ).toBe("ñ");
    expect(textOf(BOM, BOM)).toBe("\uFEFF");
    expect(textOf(BOM.subarray(0, 2))).not.toBe("");
    expect(textOf()).toBe("");
  });

  test("can be read again, and continued", () => {
    const body = new BodyBuffer(100);
    body.push(Buffer.from("ab"));
    expect(body.text()).toBe("ab");
    body.push(Buffer.from("c"));
    expect(body.text()).toBe("abc");
  });

  test("keeps what fits, and says if that was not everything", () => {
    const body = new BodyBuffer(4);
    expect(body.push(Buffer.from("abc"))).toBe(true);
    expect(body.push(Buffer.from("d"))).toBe(true);
    expect(body.push(Buffer.from(""))).toBe(true);
    expect(body.push(Buffer.from("e"))).toBe(false);
    expect(body.text()).toBe("abcd");
  });
});
