import { bundle } from "../scripts/bundle.mjs";

export default bundle({
  main: "src/main.ts",
  generator: "src/load/generator.ts",
  "subscriber-main": "src/load/subscriber-main.ts",
  "video-caller-main": "src/load/video-caller-main.ts",
  "bare-proxy-main": "src/targets/bare-proxy-main.ts",
  "bare-graphql-main": "src/targets/bare-graphql-main.ts",
  "parts-main": "src/targets/parts-main.ts",
  keeper: "../packages/mongo/src/keeper.mts",
});
