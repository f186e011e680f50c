import { appliesTo, readDirectives } from "./directives";
import { SettingError } from "./settings";

describe("directives in a prompt", () => {
  it("are parsed and removed from the text", () => {
    const { text, directives } = readDirectives(
      "Tell me a story [[sim words=60 chunk_ms=10 fault=cut after=40]] please",
    );
    expect(text).toBe("Tell me a story please");
    expect(directives).toEqual([
      { provider: undefined, model: undefined, settings: { words: 60, chunkMs: 10, fault: "cut", after: 40 } },
    ]);
  });

  it("accept quoted values, with spaces and closing brackets inside, and flags without a value", () => {
    const { text, directives } = readDirectives('[[sim text="a ]] b = c" message="no such thing" refuse no_usage]]');
    expect(text).toBe("");
    expect(directives[0]?.settings).toEqual({
      text: "a ]] b = c",
      message: "no such thing",
      refuse: true,
      noUsage: true,
    });
  });

  it("can target one provider or one model", () => {
    const { directives } = readDirectives("Hi [[sim provider=openai fault=hang]] [[sim model=gpt-4o words=3]]");
    expect(directives.map((directive) => appliesTo(directive, "openai", "gpt-4o"))).toEqual([true, true]);
    expect(directives.map((directive) => appliesTo(directive, "groq", "gpt-4o"))).toEqual([false, true]);
    expect(directives.map((directive) => appliesTo(directive, "openai", "o4-mini"))).toEqual([true, false]);
  });

  it("leave a prompt without any unchanged, including spaces", () => {
    expect(readDirectives("  [sim words=1] ")).toEqual({ text: "  [sim words=1] ", directives: [] });
  });

  // A backtracking expression takes minutes for these and blocks all other calls.
  it.each(["[[sim ", '[[sim "', "\t", "[[sim a=1 "])("are looked for once in a long text of %j", (piece) => {
    const text = `[[sim${piece.repeat(400_000)}.`;
    expect(readDirectives(text)).toEqual({ text, directives: [] });
  });

  it.each([
    ["[[sim wrods=3]]", "no setting 'wrods'"],
    ["[[sim words=three]]", "'words' must be an integer"],
    ["[[sim words=-1]]", "'words' must be an integer"],
    ["[[sim split=0]]", "'split' must be an integer from 1"],
    ["[[sim fault=explode]]", "'fault' must be one of status, reset"],
    ["[[sim status=99]]", "'status' must be an integer from 200 to 599"],
    ["[[sim refuse=maybe]]", "'refuse' is a flag"],
    ["[[sim constructor=1]]", "no setting 'constructor'"],
    ['[[sim headers_ms=1 content_type="text/plain\r\nx: y"]]', "'content_type' holds a character that no header"],
    ['[[sim fault=status retry_after="→"]]', "'retry_after' holds a character that no header"],
  ])("are rejected, naming the setting: %s", (prompt, reason) => {
    expect(() => readDirectives(prompt)).toThrow(SettingError);
    expect(() => readDirectives(prompt)).toThrow(reason);
  });
});
