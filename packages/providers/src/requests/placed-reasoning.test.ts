import { placedReasoning } from "./placed-reasoning";

const call = (id: string) => ({ id, name: "f", arguments: "{}" });
const detail = (text: string, toolCallId?: string) => ({
  family: "f",
  text,
  ...(toolCallId === undefined ? {} : { toolCallId }),
});

test("reasoning stands before the call it led to, and that of no call at the beginning", () => {
  const [one, two, three, gone] = [detail("1"), detail("2", "b"), detail("3", "b"), detail("4", "z")];
  expect(placedReasoning([one, two, three, gone], [call("a"), call("b")])).toEqual({
    first: [one, gone],
    ofCalls: [
      { call: call("a"), before: [] },
      { call: call("b"), before: [two, three] },
    ],
  });
});

test("of calls with the same id it stands before the first", () => {
  const one = detail("1", "a");
  expect(placedReasoning([one], [call("a"), call("a")]).ofCalls.map(({ before }) => before)).toEqual([[one], []]);
});
