import { CHAT_MODEL } from "../targets/gateway-config";
import { messages } from "./prompt";
import type { Scenario } from "./scenario";

const ANSWER_WORDS = 60;

const chat = (name: string, callers: number): Scenario => ({
  name,
  kind: "chat",
  callers,
  path: "/chat/completions",
  body: (target) =>
    JSON.stringify({ model: target.modelName(CHAT_MODEL), messages: messages(`words=${ANSWER_WORDS}`) }),
  goodTail: "}",
});

export const chatAt64: Scenario = { ...chat("plain chat, 64 callers", 64), overFamilies: true, overParts: true };
export const chatAlone: Scenario = { ...chat("plain chat, one caller", 1), isSteady: true, warmedBy: chatAt64 };
