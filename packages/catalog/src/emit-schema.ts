import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { schemaFileText } from "./schema";

writeFileSync(join(__dirname, "../../../cenote.schema.json"), schemaFileText());
