import { CONNECTION_LOST } from "../../api/refusal";
import { tellTurn } from "./tell-turn";

const REFUSED = { code: "provider_unavailable", message: "No." };

describe("what is said of a turn that failed", () => {
  it("is that nothing is charged where the server said so", () => {
    expect(tellTurn({ state: "failed", refusal: REFUSED })).toBe("No answer, and nothing is charged");
  });

  it("is no word on the charge where nobody was heard", () => {
    expect(tellTurn({ state: "failed", refusal: CONNECTION_LOST })).toMatch(/^No answer came\. Whether .* “Requests”$/);
  });

  it("is that what came is charged", () => {
    for (const refusal of [REFUSED, CONNECTION_LOST])
      expect(tellTurn({ state: "failed", firstTokenMs: 1, refusal })).toMatch(/^Not whole: .* is charged$/);
  });
});
