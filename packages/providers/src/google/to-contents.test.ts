import type { ChatMessage, ReasoningDetail } from "../spec";
import type { Target } from "../target";
import { quirksOf } from "./quirks";
import { toContents } from "./to-contents";

const convert = (messages: readonly ChatMessage[], model = "gemini-2.5-flash", over: Partial<Target> = {}) =>
  toContents({ messages }, quirksOf({ provider: "p", baseUrl: "https://g.test", model, ...over }));
const user = (content: ChatMessage["content"]): ChatMessage => ({ role: "user", content });
const call = (id: string, name: string, json = "{}") => ({ id, name, arguments: json });
const assistant = (over: Partial<ChatMessage>): ChatMessage => ({ role: "assistant", content: "", ...over });
const result = (toolCallId: string, content: ChatMessage["content"]): ChatMessage => ({
  role: "tool",
  content,
  toolCallId,
});
const signed = (encrypted: string, toolCallId?: string): ReasoningDetail => ({
  family: "google",
  encrypted,
  ...(toolCallId === undefined ? {} : { toolCallId }),
});
const functionCall = (id: string, name: string, args: object = {}) => ({ functionCall: { id, name, args } });
const functionResponse = (id: string, name: string, response: object) => ({ functionResponse: { id, name, response } });
const rejected = (message: RegExp) =>
  expect.objectContaining({ kind: "invalid", param: "messages", message: expect.stringMatching(message) });

describe("messages for Gemini", () => {
  test("without content are still sent: an empty conversation is rejected", () => {
    expect(convert([user("")])).toEqual({ contents: [{ role: "user", parts: [{ text: "(no text)" }] }] });
    expect(convert([{ role: "system", content: "" }])).toEqual({
      contents: [{ role: "user", parts: [{ text: "(no text)" }] }],
    });
  });

  test("alternate, with the system's separate", () => {
    expect(
      convert([
        { role: "system", content: "Be kind." },
        user("a"),
        user("b"),
        assistant({ content: "c" }),
        { role: "system", content: "Be brief." },
        user("d"),
        assistant({ content: "e" }),
      ]),
    ).toEqual({
      systemInstruction: { parts: [{ text: "Be kind." }, { text: "Be brief." }] },
      contents: [
        { role: "user", parts: [{ text: "a" }, { text: "b" }] },
        { role: "model", parts: [{ text: "c" }] },
        { role: "user", parts: [{ text: "d" }] },
        // The prefix of the answer.
        { role: "model", parts: [{ text: "e" }] },
      ],
    });
  });

  test("from the system alone become the prompt", () => {
    expect(convert([{ role: "system", content: "Say hi." }])).toEqual({
      contents: [{ role: "user", parts: [{ text: "Say hi." }] }],
    });
  });

  test("from the system precede the user's if a model has no system instruction", () => {
    const system: ChatMessage = { role: "system", content: "Be kind." };
    expect(convert([system, user("a")], "gemma-3-27b-it")).toEqual({
      contents: [{ role: "user", parts: [{ text: "Be kind." }, { text: "a" }] }],
    });
    expect(
      convert([system, assistant({ content: "Hello" }), user("a")], "gemma-3-27b-it").contents.map(({ role }) => role),
    ).toEqual(["user", "model", "user"]);
  });

  // "Please ensure that function call turn comes immediately after a user turn or after a function response turn."
  test("that begin with the assistant, as a truncated history does, get a user turn before", () => {
    const { contents } = convert([
      { role: "system", content: "Be kind." },
      assistant({ toolCalls: [call("1", "f")] }),
      result("1", "x"),
    ]);
    expect(contents).toEqual([
      { role: "user", parts: [{ text: "(The conversation begins.)" }] },
      { role: "model", parts: [functionCall("1", "f")] },
      { role: "user", parts: [functionResponse("1", "f", { output: "x" })] },
    ]);
  });

  test("without content are omitted, and a refusal becomes text", () => {
    expect(convert([user("a"), user(""), assistant({}), assistant({ refusal: "No." })]).contents).toEqual([
      { role: "user", parts: [{ text: "a" }] },
      { role: "model", parts: [{ text: "No." }] },
    ]);
  });

  test.each(["png", "webp", "bmp", "gif", "heic", "heif"])(
    "give an image whose URL ends with .%s one of these types",
    (ending) => {
      expect(convert([user([{ type: "image", url: `https://a.test/b.${ending}` }])]).contents[0]?.parts).toEqual([
        { fileData: { mimeType: `image/${ending}`, fileUri: `https://a.test/b.${ending}` } },
      ]);
    },
  );

  test("contain images from data URLs and https URLs", () => {
    const image = (url: string) => ({ type: "image" as const, url, detail: "low" });
    expect(
      convert([
        user([
          { type: "text", text: "See" },
          image("data:IMAGE/PNG;base64,AA=="),
          image("data:image/svg+xml;charset=utf-8;base64,BB=="),
          image("https://a.test/b.PNG?x=1#y.gif"),
          image("https://a.test/photo"),
          image("https:\\\\A.test\\youtube.com"),
          { type: "text", text: "" },
        ]),
      ]).contents[0]?.parts,
    ).toEqual([
      { text: "See" },
      { inlineData: { mimeType: "image/png", data: "AA==" } },
      { inlineData: { mimeType: "image/svg+xml", data: "BB==" } },
      { fileData: { mimeType: "image/png", fileUri: "https://a.test/b.PNG?x=1#y.gif" } },
      { fileData: { mimeType: "image/jpeg", fileUri: "https://a.test/photo" } },
      { fileData: { mimeType: "image/jpeg", fileUri: "https://a.test/youtube.com" } },
    ]);
  });

  test.each([
    ["gemini-2.0-flash", "https://a.test/a.png", /data URLs alone/],
    ["gemini-2.5-flash", "http://a.test/a.png", /https URLs and data URLs alone/],
    ["gemini-2.5-flash", "https://www.youtube.com/watch?v=1", /only images/],
    ["gemini-2.5-flash", "https://youtu.be/1", /only images/],
    ["gemini-2.5-flash", "https:///m.youtube.com.:443/watch?v=1", /only images/],
    ["gemini-2.5-flash", "https://you\ttube.com/watch?v=1", /only images/],
    ["gemini-2.5-flash", "https://www.you%74ube.co.uk/watch?v=1", /only images/],
    ["gemini-2.5-flash", "https://ｙoutube.com\\@a.test/watch", /only images/],
    ["gemini-2.5-flash", "https://x@www.youtube.com/watch?v=1", /user's name/],
    ["gemini-2.5-flash", "https://:x@a.test/a.png", /user's name/],
    ["gemini-2.5-flash", "https://[a.test/a.png", /https URLs and data URLs alone/],
    ["gemini-2.5-flash", "data:image/svg+xml,<svg/>", /base64/],
    ["gemini-2.5-flash", "data:;base64,AA==", /name its type/],
    ["gemini-2.5-flash", "data:image/png;base64", /base64/],
  ])("are rejected by %s with an image at %s", (model, url, words) => {
    expect(() => convert([user([{ type: "image", url }])], model)).toThrow(rejected(words));
  });

  test("contain calls with names and arguments, and parallel results together", () => {
    expect(
      convert([
        user("a"),
        assistant({ content: "Looking.", toolCalls: [call("1", "f", '{"x":1}'), call("2", "g", "")] }),
        result("2", '{"t":21}'),
        result("1", "rain"),
        user("b"),
      ]).contents.slice(1),
    ).toEqual([
      { role: "model", parts: [{ text: "Looking." }, functionCall("1", "f", { x: 1 }), functionCall("2", "g")] },
      { role: "user", parts: [functionResponse("2", "g", { t: 21 }), functionResponse("1", "f", { output: "rain" })] },
      { role: "user", parts: [{ text: "b" }] },
    ]);
  });

  test.each<[ChatMessage["content"], object]>([
    ["[1,2]", { output: [1, 2] }],
    ["7", { output: 7 }],
    ["null", { output: "null" }],
    ["", { output: "" }],
    ['{"id":12345678901234567890}', { output: '{"id":12345678901234567890}' }],
    ['{"$ref":"a"}', { output: '{"$ref":"a"}' }],
    [
      [
        { type: "text", text: "a" },
        { type: "text", text: "b" },
      ],
      { output: "a\nb" },
    ],
  ])("send the result %j as %j", (content, response) => {
    expect(
      convert([user("a"), assistant({ toolCalls: [call("1", "f")] }), result("1", content)]).contents[2]?.parts,
    ).toEqual([functionResponse("1", "f", response)]);
  });

  // Anything else among parallel results is rejected: https://github.com/google-gemini/gemini-cli/issues/16135
  // (2026-01-08).
  test("send images of results after all of them, as the user's", () => {
    const image = (data: string) => ({ type: "image" as const, url: `data:image/png;base64,${data}` });
    const calls = [
      user("a"),
      assistant({ toolCalls: [call("1", "f"), call("2", "g")] }),
      result("1", [{ type: "text", text: "b" }, image("AA==")]),
      result("2", [image("BB==")]),
    ];
    const results = {
      role: "user",
      parts: [functionResponse("1", "f", { output: "b" }), functionResponse("2", "g", { output: "" })],
    };
    const images = ["AA==", "BB=="].map((data) => ({ inlineData: { mimeType: "image/png", data } }));
    expect(convert(calls).contents.slice(2)).toEqual([results, { role: "user", parts: images }]);
    expect(convert([...calls, user("c")]).contents.slice(2)).toEqual([
      results,
      { role: "user", parts: [...images, { text: "c" }] },
    ]);
    expect(convert([...calls, assistant({ content: "d" })]).contents.slice(2)).toEqual([
      results,
      { role: "user", parts: images },
      { role: "model", parts: [{ text: "d" }] },
    ]);
  });

  test.each(["[]", "{", "1", "null"])(
    "with arguments that are not an object, %s, are rejected, naming the call",
    (json) => {
      expect(() => convert([assistant({ toolCalls: [call("call_7", "f", json)] })])).toThrow(rejected(/call_7/));
    },
  );

  // What can be parsed can be too deep to be written again.
  test("with results of too many names in all send the last of them as text", () => {
    const many = JSON.stringify(Object.fromEntries(Array.from({ length: 120_000 }, (_, index) => [`k${index}`, 1])));
    const { contents } = convert([
      user("Hi"),
      assistant({ toolCalls: [call("1", "f"), call("2", "f")] }),
      result("1", many),
      result("2", many),
    ]);
    expect(contents.at(-1)?.parts).toEqual([
      functionResponse("1", "f", JSON.parse(many) as object),
      functionResponse("2", "f", { output: many }),
    ]);
  });

  test("with arguments nested beyond what can be sent are rejected; such a result is sent as text", () => {
    const deep = `${'{"a":'.repeat(60_000)}1${"}".repeat(60_000)}`;
    expect(() => convert([assistant({ toolCalls: [call("call_7", "f", deep)] })])).toThrow(rejected(/call_7/));
    expect(
      convert([user("a"), assistant({ toolCalls: [call("1", "f")] }), result("1", deep)]).contents[2]?.parts,
    ).toEqual([functionResponse("1", "f", { output: deep })]);
  });

  test("with a result without a call are rejected", () => {
    expect(() => convert([user("a"), result("x", "1")])).toThrow(rejected(/"x" answers no tool call/));
  });
});

describe("thought signatures", () => {
  const twoCalls = [call("1", "f"), call("2", "g")];

  test("are sent back to their places", () => {
    expect(
      convert(
        [
          user("a"),
          assistant({ content: "Hm.", toolCalls: twoCalls, reasoningDetails: [signed("T"), signed("S", "1")] }),
        ],
        "gemini-3.5-flash",
      ).contents[1]?.parts,
    ).toEqual([
      { text: "Hm.", thoughtSignature: "T" },
      { ...functionCall("1", "f"), thoughtSignature: "S" },
      functionCall("2", "g"),
    ]);
  });

  test("dropped by a client are replaced by a placeholder, on the first of parallel calls", () => {
    const skipped = { ...functionCall("1", "f"), thoughtSignature: "skip_thought_signature_validator" };
    const dropped = [
      user("a"),
      assistant({ toolCalls: twoCalls }),
      result("1", "x"),
      result("2", "y"),
      assistant({ toolCalls: [call("3", "f")] }),
    ];
    const { contents } = convert(dropped, "gemini-3.5-flash");
    expect(contents[1]?.parts).toEqual([skipped, functionCall("2", "g")]);
    expect(contents[3]?.parts).toEqual([
      { ...functionCall("3", "f"), thoughtSignature: "skip_thought_signature_validator" },
    ]);
    expect(convert(dropped, "gemini-2.5-flash").contents[1]?.parts).toEqual([
      functionCall("1", "f"),
      functionCall("2", "g"),
    ]);
  });

  test("of other families are not sent", () => {
    expect(
      convert([
        user("a"),
        assistant({ content: "a", reasoningDetails: [{ family: "anthropic", text: "t", signature: "s" }] }),
      ]).contents[1]?.parts,
    ).toEqual([{ text: "a" }]);
  });
});
