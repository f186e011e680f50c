import { graphqlMistake } from "./errors";

test("a mistake in a long value is told in its first characters, none of them cut in two", () => {
  const { message } = graphqlMistake("variables", `${"a".repeat(999)}😀 and so on`);
  expect(message).toBe(`${"a".repeat(999)}\uFFFD...`);
});
