import { curlCommand, FIRST_MESSAGES } from "./curl-command";

describe("curlCommand", () => {
  it("calls the model at the origin, with the key from the environment", () => {
    expect(
      curlCommand({ origin: "https://cenote.example", body: { model: "openai/gpt", messages: FIRST_MESSAGES } }),
    ).toBe(
      [
        `curl https://cenote.example/v1/chat/completions \\`,
        `  -H "Authorization: Bearer $CENOTE_API_KEY" \\`,
        `  -H "Content-Type: application/json" \\`,
        `  -d '{"model":"openai/gpt","messages":[{"role":"user","content":"Hello!"}]}'`,
      ].join("\n"),
    );
  });

  it("quotes the body for the shell, whatever the model's name contains", () => {
    expect(curlCommand({ origin: "http://x", body: { model: "local/it's; rm -rf ~" } })).toContain(
      String.raw`"local/it'\''s; rm -rf ~"`,
    );
  });
});
