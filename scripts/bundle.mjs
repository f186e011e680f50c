import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { decode, encode } from "@jridgewell/sourcemap-codec";

const DIST = "dist";
/**
 * A build is written here until it is complete. The folder is a sibling of `dist`, because source maps name sources by
 * relative paths.
 */
const NEXT = ".dist-next";
/** File in `dist` with the names of the files that the last build wrote. */
const WRITTEN = "written.json";

/**
 * Libraries that read their own files at run time. A bundle contains only code, so these stay beside it, and each app
 * that uses one has it as a dependency.
 */
const WITH_FILES = [
  "@cenote/dashboard",
  "@fastify/swagger",
  "@fastify/swagger-ui",
  "@grpc/reflection",
  "grpc-health-check",
];

/** Optional dependencies of libraries. */
const OPTIONAL = [
  "@mongodb-js/zstd",
  "bufferutil",
  "class-validator",
  "gcp-metadata",
  "kerberos",
  "mongodb-client-encryption",
  "snappy",
  "socks",
  "utf-8-validate",
];

/**
 * The rolldown options of an app: each program becomes one file with everything it runs, plus one file per part that it
 * loads later. Loading one file takes half the processor time of loading its 1,400 modules, and calls between modules
 * are direct. A running system keeps the files it was started with: see `putInPlace`.
 * @param programs Name in `dist` -> source.
 */
export const bundle = (programs) => {
  rmSync(NEXT, { recursive: true, force: true });
  const names = Object.keys(programs);
  // Programs are built one after the other.
  return names.map((name) => buildOf(name, programs[name], name === names.at(-1) ? [putInPlace(names)] : []));
};

const buildOf = (name, source, lastPlugins) => ({
  input: { [name]: source },
  platform: "node",
  external: (id) => isOneOf(OPTIONAL, id) || isOneOf(WITH_FILES, id),
  // An import that can't be resolved would otherwise fail only when it is used.
  onLog(level, log, next) {
    if (log.code === "UNRESOLVED_IMPORT") throw new Error(log.message);
    next(level, log);
  },
  plugins: [escapeWideCharacters(), mapOwnLines(), addLicenses(name), ...lastPlugins],
  output: { dir: NEXT, format: "cjs", sourcemap: true, comments: false },
});

/**
 * Moves a complete build into place over the previous one, file by file: no file is ever missing or half written. Files
 * that a program loads later have a digest of their contents in their names, so the previous build's files can stay for
 * programs that still use them, until the next build.
 * @returns A rolldown plugin.
 */
const putInPlace = (programs) => ({
  name: "put-in-place",
  writeBundle() {
    mkdirSync(DIST, { recursive: true });
    const before = writtenBefore();
    const files = readdirSync(NEXT);
    const isProgram = (file) => programs.some((name) => file === `${name}.js`);
    // Programs are moved after the files they load.
    for (const file of [...files.filter((one) => !isProgram(one)), ...files.filter(isProgram)])
      renameSync(join(NEXT, file), join(DIST, file));
    const kept = new Set([...before, ...files, WRITTEN]);
    for (const file of readdirSync(DIST)) if (!kept.has(file)) rmSync(join(DIST, file), { recursive: true });
    writeFileSync(join(DIST, WRITTEN), JSON.stringify(files));
    rmSync(NEXT, { recursive: true });
  },
});

/** All existing files, if the list is missing. */
const writtenBefore = () => {
  try {
    return JSON.parse(readFileSync(join(DIST, WRITTEN), "utf8"));
  } catch {
    return readdirSync(DIST);
  }
};

const isOneOf = (names, id) => names.some((name) => id === name || id.startsWith(`${name}/`));

/** An escape behind a backslash is not an escape. */
const WIDE = /(?<!\\)[\u0100-\uffff]/g;

/**
 * Writes characters above U+00FF as escapes: with a single one, V8 keeps the whole file's text in two bytes per
 * character.
 * @returns A rolldown plugin.
 */
const escapeWideCharacters = () => ({
  name: "escape-wide-characters",
  generateBundle(_options, files) {
    for (const file of Object.values(files)) {
      if (file.type === "chunk")
        file.code = file.code.replace(WIDE, (wide) => `\\u${wide.charCodeAt(0).toString(16).padStart(4, "0")}`);
    }
  },
});

/**
 * Keeps only the lines of our own sources in source maps: Node needs 300 MB to read a complete map for its first stack
 * trace.
 * @returns A rolldown plugin.
 */
const mapOwnLines = () => ({
  name: "map-own-lines",
  generateBundle(_options, files) {
    for (const file of Object.values(files)) {
      if (file.type !== "asset" || !file.fileName.endsWith(".map")) continue;
      file.source = JSON.stringify(ownLines(JSON.parse(file.source)));
    }
  },
});

const ownLines = ({ sources, mappings, ...map }) => {
  const isOwn = sources.map((source) => !source.includes("node_modules/"));
  const ownSegment = (segments) => segments.find((segment) => segment.length > 1 && isOwn[segment[1]]);
  let isAfterOwn = false;
  const lines = decode(mappings).map((segments) => {
    const own = ownSegment(segments);
    const isEnd = own === undefined && isAfterOwn;
    isAfterOwn = own !== undefined;
    // A line without a mapping would be attributed to the last line with one.
    return own === undefined ? (isEnd ? [[0]] : []) : [[0, ...own.slice(1, 4)]];
  });
  return { ...map, sources, sourcesContent: undefined, names: [], mappings: encode(lines) };
};

const PACKAGE_FOLDER = /^\/.*\/node_modules\/(?:@[^/]+\/)?[^/]+/;
const LICENSE_FILE = /^(?:licen[cs]e|copying|notice)/i;

/**
 * Writes the licenses of the libraries in a program beside it: most allow copies only together with their text.
 * @returns A rolldown plugin.
 */
const addLicenses = (program) => ({
  name: "add-licenses",
  generateBundle(_options, files) {
    const modules = Object.values(files).flatMap(({ moduleIds = [] }) => moduleIds);
    const folders = new Set(modules.flatMap((id) => PACKAGE_FOLDER.exec(id)?.[0] ?? []));
    if (folders.size === 0) return;
    const source = [...folders].map(licenseOf).sort().join("\n\n");
    this.emitFile({ type: "asset", fileName: `${program}.licenses.txt`, source });
  },
});

const licenseOf = (folder) => {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const texts = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && LICENSE_FILE.test(entry.name))
    .map((entry) => readFileSync(join(folder, entry.name), "utf8").trim());
  return [`${name} ${version} (${license})`, ...texts].join("\n\n");
};
