import { textEvent } from "../testing/samples";
import { joinText } from "./kept-event";

const logprobs = { $case: "logprobsJson" as const, value: "{}" };

describe("joinText", () => {
  it("makes one of pieces of text that came together, and keeps what stands between others in its place", () => {
    const events = [textEvent("a"), textEvent("b"), logprobs, textEvent("c"), undefined, textEvent("d")].map((event) => ({ event }));
    expect(joinText({ events })).toEqual([textEvent("ab"), logprobs, textEvent("cd")]);
  });

  it("leaves the events it was given as they were", () => {
    const events = [{ event: textEvent("a") }, { event: textEvent("b") }];
    joinText({ events });
    expect(events).toEqual([{ event: textEvent("a") }, { event: textEvent("b") }]);
  });
});
