import { CONNECTION_LOST } from "../../api/refusal";
import type { Turn } from "./conversation";

/** How a turn stands, and what that means for the balance, as far as it is known here. */
export const tellTurn = ({
  state,
  firstTokenMs,
  refusal,
}: Pick<Turn, "state" | "firstTokenMs" | "refusal">): string => {
  switch (state) {
    case "waiting":
      return "Waiting for the first token …";
    case "typing":
      return "Answering …";
    case "whole":
      return "Whole";
    case "stopped":
      return "Stopped: what was made until then is charged";
    case "failed":
      if (firstTokenMs !== undefined) return "Not whole: what had come until then is charged";
      return refusal?.code === CONNECTION_LOST.code
        ? "No answer came. Whether the call was made and charged is told under “Requests”"
        : "No answer, and nothing is charged";
  }
};
