import { EMBEDDING_MODEL } from "../targets/gateway-config";
import type { Scenario } from "./scenario";

const INPUT =
  "Cenote Suytun, a closed cenote near Valladolid with a stone platform in its middle; swimming allowed, open from nine to five.";

export const embeddingsAt16: Scenario = {
  name: "embeddings, 16 callers",
  kind: "embeddings",
  callers: 16,
  path: "/embeddings",
  body: (target) =>
    JSON.stringify({ model: target.modelName(EMBEDDING_MODEL), input: INPUT, encoding_format: "base64" }),
  goodTail: "}",
};
