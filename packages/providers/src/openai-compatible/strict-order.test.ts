import fc from "fast-check";
import type { ChatMessage, ChatRole } from "../spec";
import { inStrictOrder } from "./strict-order";

const say = (role: ChatRole, content: string = role): ChatMessage => ({ role, content });
const rolesOf = (...roles: ChatRole[]) => inStrictOrder(roles.map((role) => say(role))).map(({ role }) => role);

/** What Mistral takes after each role: mistral-common's `_validate_message_order`. */
const NEXT: Readonly<Record<ChatRole, readonly ChatRole[]>> = {
  system: ["system", "user", "assistant"],
  user: ["system", "user", "assistant"],
  assistant: ["user", "assistant", "tool"],
  tool: ["assistant", "tool"],
};

describe("messages in the order that Mistral takes", () => {
  it.each<[ChatRole[], ChatRole[]]>([
    [
      ["user", "assistant", "tool", "user"],
      ["user", "assistant", "tool", "assistant", "user"],
    ],
    [
      ["user", "assistant", "system", "user"],
      ["system", "user", "assistant", "user"],
    ],
    [
      ["user", "assistant", "tool", "system"],
      ["user", "assistant", "tool", "assistant", "user"],
    ],
    [["system"], ["user"]],
    [
      ["system", "user", "assistant"],
      ["system", "user", "assistant"],
    ],
  ])("%j become %j", (given, ordered) => {
    expect(rolesOf(...given)).toEqual(ordered);
  });

  it("lose nothing, and follow one another as they may, whatever is given", () => {
    // A tool's result follows its call, whatever the rest is: other calls are refused before.
    const turn = fc.constantFrom<ChatRole[][]>(["system"], ["user"], ["assistant"], ["assistant", "tool"]);
    fc.assert(
      fc.property(fc.array(turn), (turns) => {
        const given = turns.flat().map((role, index) => say(role, `${role} ${index}`));
        const ordered = inStrictOrder(given);
        expect(ordered.map(({ content }) => content)).toEqual(
          expect.arrayContaining(given.map(({ content }) => content)),
        );
        for (const [index, { role }] of ordered.slice(1).entries())
          expect(NEXT[ordered[index]?.role ?? "user"]).toContain(role);
        expect(ordered.at(-1)?.role).not.toBe("system");
      }),
    );
  });
});
