import type { CreateChatCompletionRequest } from "@cenote/contracts";
import { chat } from "../testing/scope";
import { streamBody } from "./stream-message";
import { chatMethod } from "./unary-method";

test.each([
  ["plain", (request: CreateChatCompletionRequest) => chatMethod.body(request)],
  ["streamed", streamBody],
])("a %s chat is the same request whether or not its reasoning is to be summed up", (_how, bodyOf) => {
  const [silent, told] = [{ chat: chat("m") }, { chat: chat("m", { reasoningSummary: true }) }];
  const bytes = ({ chat: asked }: typeof silent) => Buffer.from(bodyOf({ context: undefined, chat: asked }));
  expect(bytes(told)).toEqual(bytes(silent));
  expect(bytes({ chat: chat("m", { seed: 1n }) })).not.toEqual(bytes(silent));
});
