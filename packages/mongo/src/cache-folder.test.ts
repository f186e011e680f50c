import { homedir } from "node:os";
import { join } from "node:path";
import { cacheFolder } from "./cache-folder";

test.each([
  [{ XDG_CACHE_HOME: "/var/cache", HOME: "/home/ana" }, "/var/cache/cenote"],
  [{ HOME: "/home/ana" }, "/home/ana/.cache/cenote"],
  [{ XDG_CACHE_HOME: "", HOME: "/home/ana" }, "/home/ana/.cache/cenote"],
  [{ XDG_CACHE_HOME: "", HOME: "" }, join(homedir(), ".cache", "cenote")],
])("downloads of a user with %j are kept in one folder, wherever the process was started", (environment, folder) => {
  expect(cacheFolder(environment)).toBe(folder);
});
