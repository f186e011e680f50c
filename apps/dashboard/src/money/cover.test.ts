import { coverOf } from "./cover";

describe("coverOf", () => {
  it.each([
    ["50", "4.3365", "covered"],
    ["4.3365", "4.3365", "covered"],
    ["4.336499999", "4.3365", "overdrawn"],
    ["0.000000001", "67.2", "overdrawn"],
    ["0", "4.3365", "refused"],
    ["0.00", "0.000000001", "refused"],
    ["-3.2", "1", "refused"],
    ["-3.2", "0", "covered"],
  ])("of a balance of %s and a price of %s is %s", (available, price, cover) => {
    expect(coverOf(available, price)).toBe(cover);
  });
});
