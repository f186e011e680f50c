import { anthropic } from "../anthropic/adapter";
import { google } from "../google/adapter";
import { openAiCompatible } from "../openai-compatible/adapter";
import { openAiResponses } from "../openai-responses/adapter";
import type { ChatCall, ProviderFamily } from "../spec";

const target = { provider: "p", baseUrl: "https://p.test", model: "gpt-4o" };

/** Ids as providers make them: short, of the 40 characters that OpenAI accepts, longer, with a signature, with signs. */
const IDS = ["a", "call_".padEnd(40, "x"), "call_".padEnd(41, "x"), `call_1__thought__${"x".repeat(400)}`, "f.g:0/é"];

const callWith = (ids: readonly string[]): ChatCall => ({
  messages: [
    { role: "user", content: "hi" },
    { role: "assistant", content: "", toolCalls: ids.map((id) => ({ id, name: "f", arguments: "{}" })) },
    ...ids.map((toolCallId) => ({ role: "tool", content: "7", toolCallId }) as const),
  ],
});

/** Every id of a call and of a result in the request, in order. */
const sentIds = ({ chat }: ProviderFamily, quirks: object = {}): string[] => {
  const body = chat?.toRequest(callWith(IDS), { ...target, quirks: { ...quirks } }, false).body ?? "";
  const ids: string[] = [];
  JSON.parse(body, (key, value: unknown) => {
    if (typeof value === "string" && ["id", "call_id", "tool_call_id", "tool_use_id"].includes(key)) ids.push(value);
    return value;
  });
  return ids;
};

interface Case {
  readonly family: ProviderFamily;
  readonly quirks?: object;
  readonly valid: RegExp;
  /** How many of `IDS` are sent unchanged. */
  readonly unchanged: number;
}

test.each<[string, Case]>([
  ["OpenAI", { family: openAiCompatible, valid: /^[^]{1,40}$/, unchanged: 3 }],
  [
    "Mistral",
    {
      family: openAiCompatible,
      quirks: { tool_call_ids: "nine_alphanumeric" },
      valid: /^[a-zA-Z0-9]{9}$/,
      unchanged: 0,
    },
  ],
  ["Responses", { family: openAiResponses, valid: /^[^]{1,64}$/, unchanged: 4 }],
  ["Anthropic", { family: anthropic, valid: /^[a-zA-Z0-9_-]{1,64}$/, unchanged: 3 }],
  ["Google", { family: google, valid: /^[^]+$/, unchanged: 5 }],
])("ids that %s would refuse are replaced, each result's as that of its call", (_, one) => {
  const sent = sentIds(one.family, one.quirks);
  const calls = sent.slice(0, IDS.length);
  expect(sent).toEqual([...calls, ...calls]);
  expect(new Set(calls).size).toBe(IDS.length);
  for (const id of calls) expect(id).toMatch(one.valid);
  expect(calls.filter((id) => IDS.includes(id))).toHaveLength(one.unchanged);
});
