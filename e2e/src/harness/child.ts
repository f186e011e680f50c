import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";

export interface ChildOptions {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
}

/** A process in its own process group, so that it can be killed with all its children. */
export interface Child {
  readonly pid: number;
  /** Standard output and standard error so far. */
  output(): string;
  /** Standard output so far. */
  stdout(): string;
  /** Exit code, or 128 plus the signal's number after a signal. */
  readonly exited: Promise<number>;
  /** The first line of standard output that matches. Rejects with the output if the process ends first. */
  line(pattern: RegExp, limitMs: number): Promise<RegExpExecArray>;
  /** Sends SIGTERM to this process only and waits for its end. Kills it and rejects after the time limit. */
  terminate(limitMs: number): Promise<number>;
  /** SIGKILL to the whole group. */
  kill9(): Promise<void>;
}

const LAST_WORDS_MS = 5_000;
const SIGNAL_NUMBERS: Readonly<Record<string, number>> = { SIGINT: 2, SIGKILL: 9, SIGTERM: 15 };

export const startChild = ({ command, args, env, cwd }: ChildOptions): Child => {
  const child = spawn(command, args, { cwd, env, detached: true, stdio: ["ignore", "pipe", "pipe"] });
  const { pid } = child;
  if (pid === undefined) throw new Error(`could not start ${command} ${args.join(" ")}`);
  let stdout = "";
  let output = "";
  let watchers: (() => void)[] = [];
  const onText = (isStdout: boolean) => (text: string) => {
    output += text;
    if (!isStdout) return;
    stdout += text;
    for (const watch of watchers) watch();
  };
  child.stdout.setEncoding("utf8").on("data", onText(true));
  child.stderr.setEncoding("utf8").on("data", onText(false));
  let isOver = false;
  const exited = new Promise<number>((resolve) => {
    child.once("exit", (code, signal) => {
      resolve(code ?? 128 + (SIGNAL_NUMBERS[signal ?? ""] ?? 0));
    });
  });
  // Its last output may arrive after its end; a process it left behind may keep the pipes open forever.
  void Promise.race([once(child, "close"), exited.then(() => pause(LAST_WORDS_MS, undefined, { ref: false }))]).then(
    () => {
      isOver = true;
      for (const watch of watchers) watch();
    },
  );
  const killGroup = () => {
    try {
      process.kill(-pid, "SIGKILL");
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
    }
  };
  const name = [command, ...args].join(" ");

  return {
    pid,
    output: () => output,
    stdout: () => stdout,
    exited,
    line: (pattern, limitMs) =>
      new Promise((resolve, reject) => {
        const finish = (settle: () => void) => {
          clearTimeout(timer);
          watchers = watchers.filter((other) => other !== watch);
          settle();
        };
        const watch = () => {
          const found = wholeLines(stdout)
            .map((line) => pattern.exec(line))
            .find((match) => match !== null);
          if (found !== undefined)
            finish(() => {
              resolve(found);
            });
          else if (isOver)
            finish(() => {
              reject(new Error(`${name} ended before it printed ${String(pattern)}:\n${output}`));
            });
        };
        const timer = setTimeout(() => {
          finish(() => {
            reject(new Error(`${name} did not print ${String(pattern)} in ${limitMs / 1000} s:\n${output}`));
          });
        }, limitMs);
        watchers.push(watch);
        watch();
      }),
    async terminate(limitMs) {
      if (child.exitCode === null && child.signalCode === null) process.kill(pid, "SIGTERM");
      const waiting = new AbortController();
      const code = await Promise.race([
        exited,
        pause(limitMs, undefined, { signal: waiting.signal }).catch(() => undefined),
      ]);
      waiting.abort();
      if (code !== undefined) return code;
      killGroup();
      throw new Error(`${name} did not end within ${limitMs / 1000} s of SIGTERM:\n${output}`);
    },
    async kill9() {
      killGroup();
      await exited;
    },
  };
};

const wholeLines = (text: string): string[] => text.split("\n").slice(0, -1);
