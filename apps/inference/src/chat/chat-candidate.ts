import type { ChatModel } from "@cenote/catalog";
import type { Candidate } from "@cenote/routing";

export type ChatCandidate = Candidate<ChatModel>;
