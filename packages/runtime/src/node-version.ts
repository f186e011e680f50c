/** The launcher's minimum too; it downloads another Node if this one is older. */
const OLDEST_NODE = [22, 19] as const;

/**
 * @returns The message for a main file that was started directly with a Node that is too old; undefined if it is new
 * enough.
 * @param version As in `process.versions.node`.
 */
export const nodeTooOld = (version: string): string | undefined => {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  if (major > OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor >= OLDEST_NODE[1])) return undefined;
  return `cenote: this is Node ${version}, and the services need ${OLDEST_NODE.join(".")} or later. \`npm start\` and \`npm run services\` bring their own.`;
};
