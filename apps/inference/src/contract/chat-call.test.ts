import { chat } from "../testing/scope";
import { toChatCall } from "./chat-call";

/** A schema of so many levels. */
const nested = (levels: number): string => `${"{\"items\":".repeat(levels - 1)}{}${"}".repeat(levels - 1)}`;
const withSchema = (schemaJson: string) => chat("m", { responseFormat: { type: "json_schema", name: "n", description: "", schemaJson } });
const withTool = (parametersJson: string) => chat("m", { tools: [{ name: "f", description: "", parametersJson }] });

describe("a schema from a caller", () => {
  test("comes through up to 64 levels", () => {
    expect(JSON.stringify(toChatCall(withTool(nested(64))).tools?.[0]?.parameters)).toBe(nested(64));
  });

  test.each([["a little deeper", 65], ["so deep that nobody could write it again", 200_000]])("is refused where it is %s, and the field is named", (_, levels) => {
    expect(() => toChatCall(withTool(nested(levels)))).toThrow(expect.objectContaining({ code: "invalid_request_error", param: "tools[0].function.parameters" }));
    expect(() => toChatCall(withSchema(nested(levels)))).toThrow(expect.objectContaining({ code: "invalid_request_error", param: "response_format.json_schema.schema" }));
  });
});
