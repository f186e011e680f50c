import type { Engine, FindOptions, FoundEngine } from "./engine";
import { findNativeSecantusDb, findSecantusDb } from "./secantusdb";

export const findTestEngine = async (environment: FindOptions["environment"]): Promise<Engine> => {
  const reasons: string[] = [];
  const options = { environment, onSlow: () => {} };
  for (const find of [findNativeSecantusDb, findSecantusDb]) {
    const found: FoundEngine = await find(options);
    if (!("reason" in found)) return found;
    reasons.push(found.reason);
  }
  throw new Error(reasons.join("\n"));
};
