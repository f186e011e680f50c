import fc from "fast-check";
import { packReasoning, unpackReasoning } from "./opaque-reasoning";

describe("opaque reasoning", () => {
  it("survives a round trip, whatever it holds", () => {
    const any = fc.string({ unit: "binary" });
    fc.assert(
      fc.property(
        fc.record({ family: any, text: any, signature: any, encrypted: any, toolCallId: any, madeBy: any }),
        (detail) => {
          expect(unpackReasoning(packReasoning(detail))).toEqual(detail);
        },
      ),
    );
  });

  it.each([
    "",
    "ErUBCkYIAxgCIkA",
    "{}",
    Buffer.from("null").toString("base64url"),
    Buffer.from('{"family":1}').toString("base64url"),
  ])("from elsewhere is ignored: %j", (text) => {
    expect(unpackReasoning(text)).toBeUndefined();
  });

  it.each<[string, object]>([
    ["other objects in it", { more: [] }],
    ["a hundred other names", Object.fromEntries(Array.from({ length: 100 }, (_, index) => [index, ""]))],
  ])("with %s is none: it is not even parsed", (_, more) => {
    const parse = jest.spyOn(JSON, "parse");
    const packed = Buffer.from(
      JSON.stringify({ family: "a", text: "", signature: "", encrypted: "", toolCallId: "", madeBy: "", ...more }),
    ).toString("base64url");
    expect(unpackReasoning(packed)).toBeUndefined();
    expect(parse).not.toHaveBeenCalled();
    parse.mockRestore();
  });
});
