import { bundle } from "../../scripts/bundle.mjs";

export default bundle({
  main: "src/main.ts",
  services: "src/services/main.ts",
  keeper: "../../packages/mongo/src/keeper.mts",
});
