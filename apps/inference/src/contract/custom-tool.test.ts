import type { CustomFormat } from "@cenote/contracts";
import { toCustomTool } from "./custom-tool";

const toolWith = (custom: CustomFormat, description = "Runs it.") =>
  toCustomTool({ name: "run", description, parametersJson: "", custom }, custom, 3);
const text = { type: "text", syntax: "", definition: "" };
const grammar = { type: "grammar", syntax: "lark", definition: "start: A" };

test("a custom tool is a function with one text, which has its grammar in words", () => {
  expect(toolWith(text)).toEqual({
    name: "run",
    description: "Runs it.",
    parameters: expect.objectContaining({ required: ["input"] }),
    custom: { description: "Runs it.", format: { type: "text" } },
  });
  expect(toolWith(grammar)).toMatchObject({
    description: "Runs it.\n\nThe input must match this Lark grammar, as a whole:\nstart: A",
    custom: { description: "Runs it.", format: grammar },
  });
  expect(toolWith({ ...grammar, syntax: "regex" }, "").description).toMatch(/^The input must match this regular exp/);
});

test.each([
  ["type", { ...text, type: "xml" }],
  ["syntax", { ...grammar, syntax: "bnf" }],
])("a format with another %s is refused", (member, custom) => {
  expect(() => toolWith(custom)).toThrow(expect.objectContaining({ param: `tools[3].custom.format.${member}` }));
});
