import { toPrompt as fromAnthropic } from "../anthropic/prompt";
import { toPrompt as fromGoogle } from "../google/prompt";
import { dialectOf } from "../openai/dialect";
import { toPrompt as fromOpenAi } from "../openai/prompt";

const call = (name: string) => ({ id: `call_${name}`, type: "function" as const, function: { name, arguments: "{}" } });
const result = (name: string) => ({ role: "tool" as const, tool_call_id: `call_${name}`, content: "7" });
const use = (name: string) => ({ type: "tool_use" as const, id: `toolu_${name}`, name, input: {} });
const used = (name: string) => ({ type: "tool_result" as const, tool_use_id: `toolu_${name}`, content: "7" });

test("the tools that were called since the user's last message are known in every protocol", () => {
  const openAi = fromOpenAi(
    {
      model: "m",
      messages: [
        { role: "user", content: "Hi" },
        { role: "assistant", content: null, tool_calls: [call("earlier")] },
        result("earlier"),
        { role: "user", content: "And now?" },
        { role: "assistant", content: null, tool_calls: [call("f"), call("g")] },
        result("f"),
        result("g"),
      ],
    },
    dialectOf("openai"),
  );
  const anthropic = fromAnthropic({
    model: "claude-haiku-4-5",
    max_tokens: 10,
    messages: [
      { role: "user", content: "Hi" },
      { role: "assistant", content: [use("earlier")] },
      { role: "user", content: [used("earlier"), { type: "text", text: "And now?" }] },
      { role: "assistant", content: [use("f"), use("g")] },
      { role: "user", content: [used("f"), used("g")] },
    ],
  });
  const google = fromGoogle(
    {
      contents: [
        { role: "user", parts: [{ text: "Hi" }] },
        { role: "model", parts: [{ functionCall: { name: "earlier" } }] },
        { role: "user", parts: [{ functionResponse: { name: "earlier", response: {} } }, { text: "And now?" }] },
        { role: "model", parts: [{ functionCall: { name: "f" } }, { functionCall: { name: "g" } }] },
        { role: "user", parts: [{ functionResponse: { name: "f", response: {} } }] },
      ],
    },
    "gemini-3.6-flash",
  );
  for (const { prompt } of [openAi, anthropic, google])
    expect([prompt.afterTool, prompt.calledTools]).toEqual([true, ["f", "g"]]);
});
