import { toBehaviour } from "../behaviour/behaviour";
import { generate, type Prompt } from "./generate";
import { countTokens } from "./tokens";
import { pseudoText } from "./words";

const prompt = (fields: Partial<Prompt> = {}): Prompt => ({
  asked: "Where does the river go?",
  prefix: "",
  promptTokens: 20,
  maxTokens: undefined,
  stop: [],
  tools: [],
  toolChoice: "auto",
  parallelTools: true,
  afterTool: false,
  calledTools: [],
  schema: undefined,
  reasons: false,
  ...fields,
});
const weather = {
  name: "get_weather",
  parameters: { type: "object", properties: { city: { type: "string" } }, required: ["city"] },
};
const clock = { name: "get_time", parameters: {} };

describe("the model", () => {
  it("gives the same answer to the same prompt and counts its tokens", () => {
    const made = generate(prompt(), toBehaviour());
    expect(made).toEqual(generate(prompt(), toBehaviour()));
    expect(made).toMatchObject({ finish: "stop", toolCalls: [], refusal: "", reasoning: "" });
    expect(made.tokens).toEqual({ prompt: 20, cached: 0, reasoning: 0, visible: countTokens(made.text) });
  });

  it("ends at the token limit with length, at exactly that many tokens", () => {
    const made = generate(prompt({ maxTokens: 7 }), toBehaviour());
    expect(made.finish).toBe("length");
    expect(made.tokens.visible).toBe(7);
  });

  it("ends with stop if the limit is large enough", () => {
    expect(generate(prompt({ maxTokens: 5000 }), toBehaviour()).finish).toBe("stop");
  });

  it("ends before the first stop sequence, which is not included", () => {
    const made = generate(prompt({ stop: ["gamma", "beta"] }), toBehaviour({ text: "alpha beta gamma" }));
    expect(made).toMatchObject({ text: "alpha ", finish: "stop" });
  });

  it("reasons when asked, within the limit, and counts it separately", () => {
    const made = generate(prompt(), toBehaviour({ reasoning: 9, words: 3 }));
    expect(made.tokens.reasoning).toBe(countTokens(made.reasoning));
    const short = generate(prompt({ maxTokens: 4 }), toBehaviour({ reasoning: 30 }));
    expect(short).toMatchObject({ text: "", finish: "length", tokens: { visible: 0, reasoning: 4 } });
  });

  it("continues a prefix that is the beginning of its own answer", () => {
    const whole = pseudoText("Where does the river go?", 30);
    const prefix = whole.slice(0, 50);
    expect(prefix + generate(prompt({ prefix }), toBehaviour({ words: 30 })).text).toBe(whole);
  });

  it("reports no more cached tokens than the prompt has", () => {
    expect(generate(prompt(), toBehaviour({ cached: 500 })).tokens.cached).toBe(20);
  });

  it("declines only in the refusal", () => {
    expect(generate(prompt(), toBehaviour({ refuse: true }))).toMatchObject({
      text: "",
      refusal: expect.stringContaining("can't help"),
      finish: "stop",
    });
  });
});

describe("tools", () => {
  const tools = [weather, clock];

  it("are called when the prompt names them", () => {
    const made = generate(prompt({ tools, asked: "Use get_weather for Tulum" }), toBehaviour());
    expect(made).toMatchObject({ text: "", finish: "tool_calls", toolCalls: [{ name: "get_weather" }] });
    expect(JSON.parse(made.toolCalls[0]!.arguments)).toEqual({ city: expect.any(String) });
  });

  it("are not called if nothing asks for them, the choice is none, or after a result", () => {
    expect(generate(prompt({ tools }), toBehaviour()).finish).toBe("stop");
    expect(generate(prompt({ tools, toolChoice: "none", asked: "get_weather" }), toBehaviour()).toolCalls).toEqual([]);
    expect(generate(prompt({ tools, afterTool: true, asked: "get_weather" }), toBehaviour()).finish).toBe("stop");
  });

  it("are called when the choice forces it", () => {
    expect(generate(prompt({ tools, toolChoice: "required" }), toBehaviour()).toolCalls).toHaveLength(1);
    expect(
      generate(prompt({ tools, toolChoice: { name: "get_time" } }), toBehaviour()).toolCalls.map((call) => call.name),
    ).toEqual(["get_time"]);
  });

  it("are each called once, in order, when the choice forces one after every result, and then from the first again", () => {
    const forcedAfter = (...calledTools: string[]) =>
      generate(prompt({ tools, toolChoice: "required", afterTool: true, calledTools }), toBehaviour()).toolCalls.map(
        (call) => call.name,
      );
    expect(forcedAfter("get_weather")).toEqual(["get_time"]);
    expect(forcedAfter("get_time")).toEqual(["get_weather"]);
    expect(forcedAfter("get_weather", "get_time")).toEqual(["get_weather"]);
  });

  it("are called in parallel, unless that is forbidden", () => {
    const asked = "get_weather and get_time";
    expect(generate(prompt({ tools, asked }), toBehaviour()).toolCalls).toHaveLength(2);
    expect(generate(prompt({ tools, asked, parallelTools: false }), toBehaviour()).toolCalls).toHaveLength(1);
    expect(generate(prompt({ tools: [weather] }), toBehaviour({ tools: 3 })).toolCalls).toHaveLength(3);
  });

  it("are cut short by the token limit", () => {
    const made = generate(prompt({ tools, toolChoice: { name: "get_weather" }, maxTokens: 12 }), toBehaviour());
    expect(made.finish).toBe("length");
    expect(made.tokens.visible).toBeLessThanOrEqual(12);
  });
});

describe("structured answers", () => {
  it("satisfy the schema", () => {
    const schema = {
      type: "object",
      properties: { city: { type: "string" }, days: { type: "integer", minimum: 1, maximum: 3 } },
      required: ["city", "days"],
    };
    const value = JSON.parse(generate(prompt({ schema }), toBehaviour()).text) as { city: string; days: number };
    expect(value).toEqual({ city: expect.any(String), days: expect.any(Number) });
    expect([1, 2, 3]).toContain(value.days);
  });

  it("are some object if there is none", () => {
    expect(JSON.parse(generate(prompt({ schema: {} }), toBehaviour()).text)).toEqual({
      answer: expect.stringContaining("river"),
    });
  });
});
