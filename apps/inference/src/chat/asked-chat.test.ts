import { context, createTestScope } from "../testing/scope";
import { readAskedChat } from "./asked-chat";

test("a call that has no chat in it, which gRPC allows, is refused, and is no fault of ours", () => {
  const { scope } = createTestScope();
  expect(() => readAskedChat(scope, context(), undefined)).toThrow(
    expect.objectContaining({ code: "invalid_request_error", param: "chat" }),
  );
});
