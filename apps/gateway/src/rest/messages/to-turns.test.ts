import type { ChatMessage, ContentPart, ReasoningDetail } from "@cenote/contracts";
import { packReasoning } from "../opaque-reasoning";
import type { BodyMessage, SearchResultBlock } from "./body";
import { toChatMessages } from "./to-turns";

const detail: ReasoningDetail = {
  family: "anthropic",
  text: "I thought.",
  signature: "sig",
  encrypted: "",
  toolCallId: "",
  madeBy: "anthropic/claude",
};
const png = { type: "image", source: { type: "base64", media_type: "image/png", data: "aGk=" } } as const;
const pngUrl = "data:image/png;base64,aGk=";

const partOf = ({ part }: ContentPart): string => (part?.$case === "text" ? part.value : (part?.value.url ?? ""));

/** The fields that differ from an empty message. */
const short = ({ role, content, toolCallId, toolCalls, reasoning, reasoningDetails }: ChatMessage): object => ({
  role,
  content: content.map(partOf),
  ...(toolCallId === "" ? {} : { toolCallId }),
  ...(toolCalls.length === 0 ? {} : { toolCalls }),
  ...(reasoning === "" ? {} : { reasoning }),
  ...(reasoningDetails.length === 0 ? {} : { reasoningDetails }),
});
const turns = (...messages: BodyMessage[]): object[] => toChatMessages(messages).map(short);

describe("the conversation", () => {
  it("has texts and text blocks of user, assistant and system", () => {
    expect(
      turns(
        { role: "user", content: "one" },
        {
          role: "assistant",
          content: [
            { type: "text", text: "two" },
            { type: "text", text: "three" },
          ],
        },
        { role: "system", content: [{ type: "text", text: "four" }] },
      ),
    ).toEqual([
      { role: "user", content: ["one"] },
      { role: "assistant", content: ["two", "three"] },
      { role: "system", content: ["four"] },
    ]);
  });

  it("has images as data or as URL", () => {
    expect(
      turns({
        role: "user",
        content: [
          { type: "text", text: "look" },
          png,
          { type: "image", source: { type: "url", url: "https://a.example/b.png" } },
        ],
      }),
    ).toEqual([{ role: "user", content: ["look", pngUrl, "https://a.example/b.png"] }]);
  });

  it("puts tool results before the user's text, also if they are in several messages", () => {
    expect(
      turns(
        {
          role: "assistant",
          content: [
            { type: "tool_use", id: "a", name: "weather", input: { city: "Mérida" } },
            { type: "tool_use", id: "b", name: "now", input: {} },
          ],
        },
        {
          role: "user",
          content: [
            { type: "text", text: "Here." },
            { type: "tool_result", tool_use_id: "a", content: "31" },
          ],
        },
        {
          role: "user",
          content: [
            {
              type: "tool_result",
              tool_use_id: "b",
              content: [
                { type: "text", text: "10:30" },
                { type: "text", text: "CST" },
              ],
            },
          ],
        },
      ),
    ).toEqual([
      {
        role: "assistant",
        content: [],
        toolCalls: [
          { id: "a", name: "weather", arguments: `{"city":"Mérida"}` },
          { id: "b", name: "now", arguments: "{}" },
        ],
      },
      { role: "tool", toolCallId: "a", content: ["31"] },
      { role: "tool", toolCallId: "b", content: ["10:30", "CST"] },
      { role: "user", content: ["Here."] },
    ]);
  });

  it("has search results, of the user or of a tool, as texts", () => {
    const found: SearchResultBlock = {
      type: "search_result",
      source: "https://a.test",
      title: "Cenotes",
      content: [{ type: "text", text: "Deep." }],
    };
    expect(
      turns({ role: "user", content: [{ type: "tool_result", tool_use_id: "a", content: [found] }, found] }),
    ).toEqual([
      { role: "tool", toolCallId: "a", content: ["Cenotes", "https://a.test", "Deep."] },
      { role: "user", content: ["Cenotes", "https://a.test", "Deep."] },
    ]);
  });

  it("marks the result of a failed tool", () => {
    expect(
      turns({
        role: "user",
        content: [
          { type: "tool_result", tool_use_id: "a", content: "no such file", is_error: true },
          { type: "tool_result", tool_use_id: "b", is_error: true },
          { type: "tool_result", tool_use_id: "c" },
        ],
      }),
    ).toEqual([
      { role: "tool", toolCallId: "a", content: ["Error: no such file"] },
      { role: "tool", toolCallId: "b", content: ["Error: "] },
      { role: "tool", toolCallId: "c", content: [] },
    ]);
  });

  it("sends images of tool results as the user's, after all results", () => {
    expect(
      turns({
        role: "user",
        content: [
          { type: "tool_result", tool_use_id: "a", content: [{ type: "text", text: "a picture" }, png] },
          { type: "tool_result", tool_use_id: "b", content: "31" },
          { type: "text", text: "What is it?" },
        ],
      }),
    ).toEqual([
      { role: "tool", toolCallId: "a", content: ["a picture"] },
      { role: "tool", toolCallId: "b", content: ["31"] },
      { role: "user", content: ["(What the tool call a gave:)", pngUrl, "What is it?"] },
    ]);
  });

  it("names the tools that the client's own search has loaded", () => {
    expect(
      turns({
        role: "user",
        content: [
          {
            type: "tool_result",
            tool_use_id: "a",
            content: [
              { type: "tool_reference", tool_name: "now" },
              { type: "text", text: "and no more" },
            ],
          },
        ],
      }),
    ).toEqual([{ role: "tool", toolCallId: "a", content: ["The tool now can be called.", "and no more"] }]);
  });

  it("returns its own reasoning to the model, without foreign signatures", () => {
    const hidden = { ...detail, text: "", signature: "", encrypted: "xyz" };
    expect(
      turns(
        {
          role: "assistant",
          content: [
            { type: "thinking", thinking: "I thought.", signature: packReasoning(detail) },
            { type: "redacted_thinking", data: packReasoning(hidden) },
            { type: "text", text: "Hi" },
          ],
        },
        { role: "user", content: "And?" },
        {
          role: "assistant",
          content: [
            { type: "thinking", thinking: "Elsewhere.", signature: "EqQBCkYIARgC" },
            { type: "redacted_thinking", data: "EmwKAhgB" },
            { type: "text", text: "So" },
          ],
        },
      ),
    ).toEqual([
      { role: "assistant", content: ["Hi"], reasoning: "I thought.", reasoningDetails: [detail, hidden] },
      { role: "user", content: ["And?"] },
      { role: "assistant", content: ["So"], reasoning: "Elsewhere." },
    ]);
  });

  it("leaves out an answer without content", () => {
    expect(
      turns(
        { role: "user", content: "one" },
        { role: "assistant", content: [] },
        { role: "user", content: "two" },
        { role: "assistant", content: [{ type: "thinking", thinking: "x", signature: "" }] },
      ),
    ).toEqual([
      { role: "user", content: ["one"] },
      { role: "user", content: ["two"] },
    ]);
  });
});
