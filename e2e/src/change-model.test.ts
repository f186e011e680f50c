import "./change-model/coding-agents";
import { harness } from "./change-model/harness";
import "./change-model/walk";
import { FAMILIES, type Family, lenientModelOf } from "./conformance/families";
import { sealedIn } from "./conformance/signatures";

interface Message {
  readonly content: string | null;
  readonly tool_calls?: readonly { readonly id: string }[];
  readonly reasoning_details?: readonly {
    readonly signature?: string;
    readonly data?: string;
    readonly made_by?: string;
  }[];
}

interface Answer {
  readonly choices?: readonly { readonly message: Message; readonly finish_reason: string }[];
  readonly error?: { readonly message: string };
}

let serial = 0;

const city = {
  type: "object",
  properties: { city: { type: "string" } },
  required: ["city"],
  additionalProperties: false,
};
const tools = ["weather", "local_time"].map((name) => ({ type: "function", function: { name, parameters: city } }));

const ask = async (
  family: Family,
  messages: readonly object[],
  rest: object = {},
): Promise<NonNullable<Answer["choices"]>[number]> => {
  const body = { model: lenientModelOf(family), messages, tools, reasoning_effort: "low", max_tokens: 8_000, ...rest };
  const { status, body: answer } = await harness().client.postJson<Answer>("/v1/chat/completions", body);
  const [choice] = answer.choices ?? [];
  if (choice === undefined) throw new Error(`${family.name} answered ${status}: ${answer.error?.message}`);
  return choice;
};

/** A conversation between tool calls and their results, as the model that made the calls left it. */
const begin = async (family: Family) => {
  const marker = `marker-change-${++serial}-end`;
  const question = { role: "user", content: `The weather and the local_time? ${marker}` };
  const { message } = await ask(family, [question]);
  const calls = message.tool_calls ?? [];
  expect(calls).toHaveLength(2);
  return {
    marker,
    message,
    messages: [question, message, ...calls.map(({ id }) => ({ role: "tool", tool_call_id: id, content: "21" }))],
  };
};

const signaturesOf = ({ reasoning_details: details = [] }: Message): string[] =>
  details.map(({ signature, data }) => signature ?? sealedIn(data ?? "")).filter((one) => one !== "");

describe.each(FAMILIES.map((family) => [family.name, family] as const))(
  "a conversation begun by %s",
  (_name, family) => {
    test("continues with any other model from the results of its calls: text, calls and results are there, its signatures are not", async () => {
      const { marker, message, messages } = await begin(family);
      const signatures = signaturesOf(message);
      expect(signatures.length > 0).toBe(family.signsReasoning);
      for (const other of FAMILIES.filter((one) => one !== family)) {
        const { message: answer, finish_reason: reason } = await ask(other, messages);
        expect({ to: other.name, reason, says: answer.content !== null && answer.content !== "" }).toEqual({
          to: other.name,
          reason: "stop",
          says: true,
        });
        const last = (await harness().simulator.calls(marker)).at(-1);
        expect([last?.provider, last?.status]).toEqual([other.provider, 200]);
        for (const signature of signatures) expect(last?.body).not.toContain(signature);
        expect(last?.body).toMatch(/weather[^]*local_time[^]*21/);
        // Continues with that answer, back to the first model.
        const back = await ask(family, [...messages, answer, { role: "user", content: "And then?" }]);
        expect(back.message.content).not.toBe("");
        const returned = (await harness().simulator.calls(marker)).at(-1);
        for (const signature of signaturesOf(answer)) expect(returned?.body).not.toContain(signature);
      }
    });

    test("continues with the same model, which gets its signatures back", async () => {
      const { marker, message, messages } = await begin(family);
      expect((await ask(family, messages)).finish_reason).toBe("stop");
      const last = (await harness().simulator.calls(marker)).at(-1);
      for (const signature of signaturesOf(message)) expect(last?.body).toContain(signature);
    });

    test("continues under another system prompt", async () => {
      const { messages } = await begin(family);
      expect((await ask(family, [{ role: "system", content: "Be brief." }, ...messages])).finish_reason).toBe("stop");
    });
  },
);

const called = {
  role: "assistant",
  content: null,
  tool_calls: ["a", "b"].map((id) => ({ id, type: "function", function: { name: "weather", arguments: "{}" } })),
};
const resultOf = (id: string) => ({ role: "tool", tool_call_id: id, content: "21" });

test.each([
  ["a result without its call", [{ role: "user", content: "Hi" }, resultOf("a")], "messages[1].tool_call_id"],
  [
    "calls with the result of one",
    [{ role: "user", content: "Hi" }, called, resultOf("a"), { role: "user", content: "And?" }],
    "messages[1].tool_calls",
  ],
])("%s is accepted or is a 400 that names the message, by every family", async (_, messages, param) => {
  const takes: string[] = [];
  for (const family of FAMILIES) {
    const body = { model: lenientModelOf(family), messages, tools, max_tokens: 8_000 };
    const { status, body: answer } = await harness().client.postJson<Answer>("/v1/chat/completions", body);
    if (status === 200) takes.push(family.name);
    else expect({ to: family.name, status, answer }).toMatchObject({ status: 400, answer: { error: { param } } });
  }
  // These do not check tool calls and their results; vLLM does not either.
  expect(takes).toEqual(expect.arrayContaining(["Groq", "xAI"]));
  expect(takes).not.toContain("OpenAI");
});
