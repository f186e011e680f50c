import { errorText } from "./error-text";

const WITHOUT_TITLE = "HTTP 503 with a web page.";

test.each([
  ["<title>Bad gateway</title>", "HTTP 503 with a web page: Bad gateway"],
  ['<HTML><TITLE lang="en">\n  Bad\n gateway \n</TITLE>', "HTTP 503 with a web page: Bad\n gateway"],
  ["<title> </title>", WITHOUT_TITLE],
  ["<titles>none</title>", WITHOUT_TITLE],
  [`<title>${"x".repeat(201)}</title>`, WITHOUT_TITLE],
])("of a web page its title is told, if it is short: %j", (page, text) => {
  expect(errorText("", 503, page)).toBe(text);
});

// Searches that go back take minutes for these, and hold up every other call.
test.each([
  ["spaces without end", `<title>${" ".repeat(60_000)}x`],
  ["titles that don't open", "<title ".repeat(2_000_000)],
  ["titles that don't close", "<title>".repeat(2_000_000)],
])("a title is searched in one pass: %s", (_what, page) => {
  expect(errorText("", 503, page)).toBe(WITHOUT_TITLE);
});
