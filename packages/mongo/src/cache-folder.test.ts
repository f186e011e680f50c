import { homedir } from "node:os";
import { join } from "node:path";
import { cacheFolder } from "./cache-folder";

test.each([
  [{ XDG_CACHE_HOME: "/var/cache", HOME: "/users-home" }, "/var/cache/cenote"],
  [{ HOME: "/users-home" }, "/users-home/.cache/cenote"],
  [{ XDG_CACHE_HOME: "", HOME: "/users-home" }, "/users-home/.cache/cenote"],
  [{ XDG_CACHE_HOME: "", HOME: "" }, join(homedir(), ".cache", "cenote")],
])("downloads of a user with %j are kept in one folder, wherever the process was started", (environment, folder) => {
  expect(cacheFolder(environment)).toBe(folder);
});
