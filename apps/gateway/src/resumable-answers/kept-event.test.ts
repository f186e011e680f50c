import { textEvent } from "../testing/samples";
import { joinText } from "./kept-event";

const logprobs = { $case: "logprobsJson" as const, value: "{}" };

describe("joinText", () => {
  it("merges consecutive pieces of text, and keeps other events in their place", () => {
    const events = [textEvent("a"), textEvent("b"), logprobs, textEvent("c"), undefined, textEvent("d")].map(
      (event) => ({ event }),
    );
    expect(joinText({ events })).toEqual([textEvent("ab"), logprobs, textEvent("cd")]);
  });

  it("does not modify the events it was given", () => {
    const events = [{ event: textEvent("a") }, { event: textEvent("b") }];
    joinText({ events });
    expect(events).toEqual([{ event: textEvent("a") }, { event: textEvent("b") }]);
  });
});
