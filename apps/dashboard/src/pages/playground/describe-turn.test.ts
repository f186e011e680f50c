import { CONNECTION_LOST } from "../../api/refusal";
import { describeTurn } from "./describe-turn";

const REFUSED = { code: "provider_unavailable", message: "No." };

describe("describeTurn of a failed turn", () => {
  it("says that nothing is charged if the server sent an error before any content", () => {
    expect(describeTurn({ state: "failed", refusal: REFUSED })).toBe("No answer, and nothing is charged");
  });

  it("says where to look for the charge if the connection was lost before any content", () => {
    expect(describeTurn({ state: "failed", refusal: CONNECTION_LOST })).toMatch(
      /^No answer came\. Whether .* “Requests”$/,
    );
  });

  it("says that the received part is charged", () => {
    for (const refusal of [REFUSED, CONNECTION_LOST])
      expect(describeTurn({ state: "failed", firstTokenMs: 1, refusal })).toMatch(/^Incomplete: .* is charged$/);
  });
});
