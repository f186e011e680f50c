import { readTools } from "./chat-tools";

const parameters = { type: "object", properties: { city: { type: "string" } } };

it("functions are read in the words of the API, with or without their envelope", () => {
  const tool = { name: "get_weather", description: "The weather.", parameters };
  expect(readTools(JSON.stringify([{ type: "function", function: tool }, { name: "now" }]))).toEqual([
    tool,
    { name: "now" },
  ]);
  expect(readTools("  ")).toBeUndefined();
});

it.each(["[", "{}", "[]", "[1]", '[{"type":"function"}]', '[{"function":{"name":1}}]'])(
  "%s is no list of functions",
  (text) => {
    expect(readTools(text)).toBeNull();
  },
);
