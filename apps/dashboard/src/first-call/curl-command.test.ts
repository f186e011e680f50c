import { curlCommand } from "./curl-command";

describe("the command of a first call", () => {
  it("asks the model over there, with the key of the environment", () => {
    expect(curlCommand({ origin: "https://cenote.example", model: "openai/gpt" })).toBe(
      [
        `curl https://cenote.example/v1/chat/completions \\`,
        `  -H "Authorization: Bearer $CENOTE_API_KEY" \\`,
        `  -H "Content-Type: application/json" \\`,
        `  -d '{"model":"openai/gpt","messages":[{"role":"user","content":"Hello!"}]}'`,
      ].join("\n"),
    );
  });

  it("stays one word of the shell, whatever a model is called", () => {
    expect(curlCommand({ origin: "http://x", model: "local/it's; rm -rf ~" })).toContain(
      String.raw`"local/it'\''s; rm -rf ~"`,
    );
  });
});
