import { chatCode } from "./chat-code";

const origin = "https://cenote.example";
const body = {
  model: "a/b",
  messages: [{ role: "user", content: 'It\'s "quoted"\nä' }],
  tools: [
    { type: "function", function: { name: "now", description: undefined, parameters: { strict: true, x: null } } },
  ],
  max_tokens: 20,
  temperature: undefined,
};

it("a call for Python has Python's literals", () => {
  expect(chatCode("python", { origin, body })).toBe(
    [
      "import os",
      "",
      "from openai import OpenAI",
      "",
      'client = OpenAI(base_url="https://cenote.example/v1", api_key=os.environ["CENOTE_API_KEY"])',
      "answer = client.chat.completions.create(",
      '    model="a/b",',
      "    messages=[",
      "        {",
      '            "role": "user",',
      String.raw`            "content": "It's \"quoted\"\nä",`,
      "        },",
      "    ],",
      "    tools=[",
      "        {",
      '            "type": "function",',
      '            "function": {',
      '                "name": "now",',
      '                "parameters": {',
      '                    "strict": True,',
      '                    "x": None,',
      "                },",
      "            },",
      "        },",
      "    ],",
      "    max_tokens=20,",
      ")",
      "print(answer.choices[0].message.content)",
    ].join("\n"),
  );
});

it("a call for Node has the body as it is sent", () => {
  const code = chatCode("node", { origin, body });
  expect(code).toContain('new OpenAI({ baseURL: "https://cenote.example/v1", apiKey: process.env.CENOTE_API_KEY })');
  const [, json = ""] = /create\((\{.*\})\);/s.exec(code) ?? [];
  expect(JSON.parse(json)).toEqual(JSON.parse(JSON.stringify(body)));
});

it("a call for a shell is one of curl", () => {
  expect(chatCode("curl", { origin, body })).toMatch(/^curl https:\/\/cenote\.example\/v1\/chat\/completions /);
});
