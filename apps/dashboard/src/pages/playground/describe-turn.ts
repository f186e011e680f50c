import { CONNECTION_LOST } from "../../api/refusal";
import type { Turn } from "./conversation";

/** The state of a turn, and its effect on the balance, as far as the page knows it. */
export const describeTurn = ({
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
      return "Complete";
    case "stopped":
      return "Stopped: what was generated until then is charged";
    case "failed":
      if (firstTokenMs !== undefined) return "Incomplete: what was received until then is charged";
      return refusal?.code === CONNECTION_LOST.code
        ? "No answer came. Whether the call was made and charged is shown under “Requests”"
        : "No answer, and nothing is charged";
  }
};
