import { toPrompt } from "../ai-sdk/to-prompt";
import { FAMILIES } from "../families";
import type { ChatCall } from "../spec";
import type { Target } from "../target";

const named = { type: "pdf", data: "JVBERi0=", pages: 1, name: "bill.pdf" } as const;
const unnamed = { type: "pdf", data: "JVBERi0=", pages: 1 } as const;
const call: ChatCall = {
  messages: [{ role: "user", content: [{ type: "text", text: "Sum?" }, named, unnamed] }],
};
const dataUrl = "data:application/pdf;base64,JVBERi0=";
const source = { type: "base64", media_type: "application/pdf", data: "JVBERi0=" };

test.each<[string, string, unknown]>([
  [
    "openai-compatible",
    "gpt-4o",
    [
      { type: "file", file: { filename: "bill.pdf", file_data: dataUrl } },
      { type: "file", file: { filename: "document.pdf", file_data: dataUrl } },
    ],
  ],
  [
    "openai-responses",
    "gpt-5.4",
    [
      { type: "input_file", filename: "bill.pdf", file_data: dataUrl },
      { type: "input_file", filename: "document.pdf", file_data: dataUrl },
    ],
  ],
  [
    "anthropic",
    "claude-haiku-4-5",
    [
      { type: "document", source, title: "bill.pdf" },
      { type: "document", source },
    ],
  ],
  [
    "google",
    "gemini-2.5-flash",
    [
      { inlineData: { mimeType: "application/pdf", data: "JVBERi0=" } },
      { inlineData: { mimeType: "application/pdf", data: "JVBERi0=" } },
    ],
  ],
])("%s sends PDF files where they stand", (kind, model, files) => {
  const target: Target = { provider: "p", model, baseUrl: "https://p.test" };
  const chat = FAMILIES.get(kind)?.chat;
  expect(chat?.unsupported(call, target)).toEqual([]);
  const body = JSON.parse(chat?.toRequest(call, target, false).body?.toString() ?? "") as {
    messages?: { content: unknown[] }[];
    input?: { content: unknown[] }[];
    contents?: { parts: unknown[] }[];
  };
  const [message] = body.messages ?? body.input ?? body.contents?.map(({ parts }) => ({ content: parts })) ?? [];
  expect(message?.content.slice(1)).toEqual(files);
});

test("packages of the AI SDK get PDF files as files", () => {
  const file = { type: "file", mediaType: "application/pdf", data: { type: "data", data: "JVBERi0=" } };
  expect(toPrompt(call.messages, {})).toEqual([
    {
      role: "user",
      content: [
        { type: "text", text: "Sum?" },
        { ...file, filename: "bill.pdf" },
        { ...file, filename: "document.pdf" },
      ],
    },
  ]);
});
