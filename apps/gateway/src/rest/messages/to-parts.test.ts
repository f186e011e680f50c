import type { DocumentBlock } from "./body";
import { partsOf } from "./to-parts";

const text = (value: string) => ({ part: { $case: "text", value } });
const file = (name: string) => ({
  part: { $case: "file", value: { url: "data:application/pdf;base64,JVBERi0=", name } },
});
const pdf = { type: "base64", media_type: "application/pdf", data: "JVBERi0=" } as const;

it.each<[string, Omit<DocumentBlock, "type">, object[]]>([
  ["a file", { source: pdf }, [file("")]],
  [
    "a file with title and context",
    { source: pdf, title: "bill.pdf", context: "Of May." },
    [file("bill.pdf"), text("Of May.")],
  ],
  ["a text", { source: { type: "text", media_type: "text/plain", data: "one" } }, [text("one")]],
  [
    "a text with title and context",
    { source: { type: "text", media_type: "text/plain", data: "one" }, title: "a.txt", context: null },
    [text("a.txt"), text("one")],
  ],
  ["content that is a text", { source: { type: "content", content: "one" } }, [text("one")]],
  [
    "content of blocks",
    {
      source: {
        type: "content",
        content: [
          { type: "text", text: "one" },
          { type: "image", source: { type: "url", url: "https://a.test/b.png" } },
        ],
      },
    },
    [text("one"), { part: { $case: "image", value: { url: "https://a.test/b.png", detail: "" } } }],
  ],
])("a document becomes parts: %s", (_, document, parts) => {
  expect(partsOf({ type: "document", ...document })).toEqual(parts);
});

it("a search result becomes its title, its source and its texts", () => {
  expect(
    partsOf({
      type: "search_result",
      source: "https://a.test/b",
      title: "Cenotes",
      content: [
        { type: "text", text: "one" },
        { type: "text", text: "two" },
      ],
    }),
  ).toEqual([text("Cenotes"), text("https://a.test/b"), text("one"), text("two")]);
});
