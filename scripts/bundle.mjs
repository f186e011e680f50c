import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { decode, encode } from "@jridgewell/sourcemap-codec";

const DIST = "dist";
/** Where a build is written until it is whole. Beside `dist`, since source maps tell sources by the way to them. */
const NEXT = ".dist-next";
/** In `dist`: the names of the files that its last build wrote. */
const WRITTEN = "written.json";

/**
 * Libraries that read files of their own where they run. A bundle holds code alone, so these stay beside it: an app that
 * uses one has it among its dependencies.
 */
const WITH_FILES = [
  "@cenote/dashboard",
  "@fastify/swagger",
  "@fastify/swagger-ui",
  "@grpc/reflection",
  "grpc-health-check",
];

/** What libraries use if it is installed, and go on without. */
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
 * How rolldown builds an app: each program is one file, which holds all it runs, and one for each part that it loads
 * later. One file takes half the processor time to load that its 1,400 modules would, and calls from module to module
 * are direct. A system that runs goes on with the files it was started with: see `putInPlace`.
 * @param programs Name in `dist` -> source.
 */
export const bundle = (programs) => {
  rmSync(NEXT, { recursive: true, force: true });
  const names = Object.keys(programs);
  // They are built one after the other.
  return names.map((name) => buildOf(name, programs[name], name === names.at(-1) ? [putInPlace(names)] : []));
};

const buildOf = (name, source, lastPlugins) => ({
  input: { [name]: source },
  platform: "node",
  external: (id) => isOneOf(OPTIONAL, id) || isOneOf(WITH_FILES, id),
  // What can't be found would be missed only where it is used.
  onLog(level, log, next) {
    if (log.code === "UNRESOLVED_IMPORT") throw new Error(log.message);
    next(level, log);
  },
  plugins: [escapeWideCharacters(), mapOwnLines(), addLicenses(name), ...lastPlugins],
  output: { dir: NEXT, format: "cjs", sourcemap: true, comments: false },
});

/**
 * Puts a whole build in the place of the one before, file by file: none is ever missing, and none is half written. What a
 * program loads later has a digest of its contents in its name, so what the build before wrote may stay for those that still
 * run it, until the build after this one.
 * @returns A plugin of rolldown.
 */
const putInPlace = (programs) => ({
  name: "put-in-place",
  writeBundle() {
    mkdirSync(DIST, { recursive: true });
    const before = writtenBefore();
    const files = readdirSync(NEXT);
    const isProgram = (file) => programs.some((name) => file === `${name}.js`);
    // A program comes after what it loads.
    for (const file of [...files.filter((one) => !isProgram(one)), ...files.filter(isProgram)])
      renameSync(join(NEXT, file), join(DIST, file));
    const kept = new Set([...before, ...files, WRITTEN]);
    for (const file of readdirSync(DIST)) if (!kept.has(file)) rmSync(join(DIST, file), { recursive: true });
    writeFileSync(join(DIST, WRITTEN), JSON.stringify(files));
    rmSync(NEXT, { recursive: true });
  },
});

/** All that is there, where it is not told. */
const writtenBefore = () => {
  try {
    return JSON.parse(readFileSync(join(DIST, WRITTEN), "utf8"));
  } catch {
    return readdirSync(DIST);
  }
};

const isOneOf = (names, id) => names.some((name) => id === name || id.startsWith(`${name}/`));

/** An escape is none behind a backslash. */
const WIDE = /(?<!\\)[\u0100-\uffff]/g;

/**
 * Writes characters above U+00FF as escapes: one of them, and V8 keeps the text of the whole file in two bytes a
 * character.
 * @returns A plugin of rolldown.
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
 * Leaves in source maps the lines of our own sources: a whole map takes 300 MB when Node reads it for its first stack.
 * @returns A plugin of rolldown.
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
    // A line that nothing is said of is taken for the last one of which something is.
    return own === undefined ? (isEnd ? [[0]] : []) : [[0, ...own.slice(1, 4)]];
  });
  return { ...map, sources, sourcesContent: undefined, names: [], mappings: encode(lines) };
};

const PACKAGE_FOLDER = /^\/.*\/node_modules\/(?:@[^/]+\/)?[^/]+/;
const LICENSE_FILE = /^(?:licen[cs]e|copying|notice)/i;

/**
 * Puts beside a program the licenses of the libraries in it: most allow copies only together with their text.
 * @returns A plugin of rolldown.
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
