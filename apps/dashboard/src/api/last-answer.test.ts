import { lastAnswer, NO_ANSWER } from "./last-answer";

const THIS_WEEK = { key: 7 };
const THIS_MONTH = { key: 30 };

describe("the last answer of a query", () => {
  const answer = lastAnswer(NO_ANSWER, { data: "a", operation: THIS_WEEK });

  it("is that of a failed reload's last success, until the next one", () => {
    expect(answer.data).toBe("a");
    const failed = lastAnswer(answer, { operation: THIS_WEEK });
    expect(failed).toBe(answer);
    expect(lastAnswer(failed, { operation: THIS_WEEK })).toBe(answer);
    expect(lastAnswer(failed, { data: "b", operation: THIS_WEEK }).data).toBe("b");
  });

  it("is none before the first one, nor of a failed query with other variables", () => {
    expect(lastAnswer(NO_ANSWER, {})).toBe(NO_ANSWER);
    expect(lastAnswer(NO_ANSWER, { operation: THIS_WEEK }).data).toBeUndefined();
    expect(lastAnswer(answer, { operation: THIS_MONTH }).data).toBeUndefined();
  });
});
