import type { ChatModel } from "@cenote/catalog";
import type { ChatCall, UnsupportedField } from "@cenote/providers";
import type { ChatCandidate } from "./chat-candidate";
import { testCandidate, testModel } from "@cenote/routing/testing";
import type { AdaptedCall } from "./adapt-routes";
import { withinBudget } from "./within-budget";

const CALL: ChatCall = { messages: [{ role: "user", content: "Hi" }] };

interface Given {
  readonly call?: ChatCall;
  readonly droppedFields?: readonly string[];
  readonly model?: Partial<ChatModel>;
  readonly covered?: number;
  readonly unsupported?: (call: ChatCall) => readonly UnsupportedField[];
}

const budgeted = ({
  call = CALL,
  droppedFields = [],
  model = {},
  covered = 100,
  unsupported = () => [],
}: Given): AdaptedCall | undefined => {
  const candidate: ChatCandidate = testCandidate("a", { model: { ...testModel("m/one"), ...model } });
  const { candidates, adaptedCallOf } = withinBudget(
    {
      candidates: [candidate],
      rankOf: () => 0,
      adaptedCallOf: () => ({ call, droppedFields }),
      unsupported: (_, asked) => unsupported(asked),
    },
    () => covered,
  );
  return candidates.length === 0 ? undefined : adaptedCallOf(candidate);
};

/** Reported as by families whose reasoning needs room: the effort, if the answer is short. */
const needsRoom = ({ reasoningEffort, maxTokens = Infinity }: ChatCall): readonly UnsupportedField[] =>
  reasoningEffort !== undefined && maxTokens < 1024 ? [{ field: "reasoningEffort", why: "needs room." }] : [];

test("a route is asked for no more tokens than are paid for", () => {
  expect(budgeted({})).toEqual({ call: { ...CALL, maxTokens: 100 }, droppedFields: [] });
  expect(budgeted({ call: { ...CALL, maxTokens: 101 } })?.call.maxTokens).toBe(100);
  expect(budgeted({ model: { maxOutputTokens: 101 } })?.call.maxTokens).toBe(100);
});

test("a call that asks for fewer is passed on unchanged", () => {
  expect(budgeted({ call: { ...CALL, maxTokens: 100 } })?.call).toEqual({ ...CALL, maxTokens: 100 });
  expect(budgeted({ call: { ...CALL, maxTokens: 50 }, model: { maxOutputTokens: 4096 } })?.call.maxTokens).toBe(50);
  expect(budgeted({ model: { maxOutputTokens: 100 } })?.call).toEqual(CALL);
});

test("a model whose prompt alone costs too much is not used", () => {
  expect(budgeted({ covered: 0 })).toBeUndefined();
  expect(budgeted({ covered: 1 })?.call.maxTokens).toBe(1);
});

test("a route that does not support `max_tokens` gets none", () => {
  expect(budgeted({ unsupported: ({ maxTokens }) => (maxTokens === undefined ? [] : ["maxTokens"]) })).toEqual({
    call: CALL,
    droppedFields: [],
  });
  expect(budgeted({ droppedFields: ["max_tokens"] })).toEqual({ call: CALL, droppedFields: ["max_tokens"] });
});

test("fields that need more tokens than that are dropped and reported", () => {
  const call = { ...CALL, reasoningEffort: "high", seed: 7 };
  expect(budgeted({ call, droppedFields: ["top_p"], unsupported: needsRoom })).toEqual({
    call: { ...CALL, seed: 7, maxTokens: 100 },
    droppedFields: ["reasoning_effort", "top_p"],
  });
  expect(budgeted({ call, covered: 1024, unsupported: needsRoom })).toEqual({
    call: { ...call, maxTokens: 1024 },
    droppedFields: [],
  });
});

test("a speaker's name that was already reported is not reported twice", () => {
  const call: ChatCall = { messages: [{ role: "user", content: "Hi", name: "ana" }] };
  expect(
    budgeted({ call, droppedFields: ["messages.name"], unsupported: () => ["messages.name"] })?.droppedFields,
  ).toEqual(["messages.name"]);
});
