import { DEFAULT_LIMITS, memoryLimits } from "./limits";

const MIB = 1024 * 1024;

describe("limits of what may be in memory", () => {
  it("are a share of it", () => {
    expect(memoryLimits(1536 * MIB)).toEqual({
      openBodyBytes: 256 * MIB,
      untakenBytes: 256 * MIB,
      socketUnfinishedBytes: 128 * MIB,
    });
  });

  it("are the usual ones where there is plenty", () => {
    const { openBodyBytes, untakenBytes, socketUnfinishedBytes } = DEFAULT_LIMITS;
    expect(memoryLimits(64 * 1024 * MIB)).toEqual({ openBodyBytes, untakenBytes, socketUnfinishedBytes });
  });
});
