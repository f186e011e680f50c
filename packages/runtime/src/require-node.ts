import { nodeTooOld } from "./node-version";

// Must be the first import of main files: with an older Node one of the other imports fails, with a stack trace that
// does not say why.
const reason = nodeTooOld(process.versions.node);
if (reason !== undefined) {
  process.stderr.write(`${reason}\n`);
  process.exit(1);
}
