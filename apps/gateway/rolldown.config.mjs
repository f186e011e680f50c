import { bundle } from "../../scripts/bundle.mjs";

export default bundle({ main: "src/main.ts" });
