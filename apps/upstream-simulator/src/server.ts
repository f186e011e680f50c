import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { createRandomIds, systemClock, type Clock, type Log } from "@cenote/core";
import { ADMIN_PATH, createAdmin } from "./admin/admin";
import { createCallLog, MAX_BODY_CHARACTERS } from "./admin/call-log";
import { anthropicFormat } from "./anthropic/format";
import { createFaultRules } from "./behaviour/fault-rules";
import { createFalFormat } from "./fal/format";
import { createGoogleMedia } from "./google-media/format";
import { googleFormat } from "./google/format";
import { createJobFormat, type JobProvider } from "./job-providers/job-format";
import { kling } from "./job-providers/kling";
import { luma } from "./job-providers/luma";
import { minimax } from "./job-providers/minimax";
import { replicate } from "./job-providers/replicate";
import { runway } from "./job-providers/runway";
import { mediaFiles } from "./media/files";
import { createJobFile } from "./media/job-file";
import { createVideoJobs } from "./media/jobs";
import { openaiFormat } from "./openai/format";
import { openaiImages } from "./openai-images/format";
import { openaiResponses } from "./openai-responses/format";
import { createHolds } from "./playback/holds";
import { play } from "./playback/play";
import { createPreparer, type Prepared } from "./prepared";
import { MAX_BODY_MIB, readBody } from "./read-body";
import { type FormPart, isForm, readForm } from "./read-form";
import { createCheckouts } from "./stripe/checkouts";
import { createStripeFormat } from "./stripe/format";
import type { WireFormat } from "./wire-format";

export interface SimulatorOptions {
  readonly host: string;
  /** 0: any free port. */
  readonly port: number;
  readonly log: Log;
  readonly clock?: Clock;
  /** File in which video jobs outlive the process. Without it they do not. */
  readonly jobsFile?: string;
}

export interface Simulator {
  /** Rejects if the address is in use. */
  listen(): Promise<{ readonly url: string; readonly port: number }>;
  /** Cuts open connections. */
  close(): Promise<void>;
}

/** All wire formats; the first that matches a path answers. */
const FORMATS: readonly WireFormat[] = [anthropicFormat, googleFormat, openaiFormat, openaiResponses, openaiImages];

/** Providers whose jobs are polled by id. */
const JOB_PROVIDERS: readonly JobProvider[] = [replicate, luma, runway, minimax, kling];

const KEEP_ALIVE_MS = 60_000;

export const createSimulator = ({ host, port, log, clock = systemClock, jobsFile }: SimulatorOptions): Simulator => {
  const ids = createRandomIds();
  const calls = createCallLog({ clock });
  const rules = createFaultRules();
  const holds = createHolds();
  const records = jobsFile === undefined ? undefined : createJobFile(jobsFile, clock);
  const jobs = createVideoJobs({ clock, ids, holds, records });
  const checkouts = createCheckouts({ clock, ids });
  const preparer = createPreparer([
    mediaFiles,
    createStripeFormat({ checkouts, clock, ids }),
    createFalFormat({ jobs }),
    createGoogleMedia({ jobs }),
    ...JOB_PROVIDERS.map((provider) => createJobFormat(provider, { jobs, clock })),
    ...FORMATS,
  ]);

  const serveCall = (request: IncomingMessage, response: ServerResponse): void => {
    const { method = "GET", url = "/", socket } = request;
    const { provider, path } = splitUrl(url);
    const record = calls.begin({ provider, method, path, header_names: Object.keys(request.headers) });
    const bytesBefore = socket.bytesWritten;
    let resets = false;
    response.on("close", () => {
      const outcome = response.writableFinished ? "finished" : resets ? "reset" : "aborted";
      calls.end(record, {
        outcome,
        status: response.headersSent ? response.statusCode : null,
        bytesSent: socket.bytesWritten - bytesBefore,
      });
    });
    const answer = (body: string, form?: readonly FormPart[]): void => {
      record.body = body.length <= MAX_BODY_CHARACTERS ? body : null;
      const prepared = preparer.prepare(`${method} ${url} ${readHeadersOf(request)}\n${body}`, () => ({
        provider,
        method,
        path,
        body,
        form,
        header: (name) => request.headers[name]?.toString(),
        parameter: (name) => parameterOf(url, name),
      }));
      if (prepared === undefined) {
        sendJson(response, 404, {
          error: {
            message: `Unknown request URL: ${method} ${path}.`,
            type: "invalid_request_error",
            param: null,
            code: "unknown_url",
          },
        });
        return;
      }
      record.model = prepared.model;
      record.stream = prepared.stream;
      const plan = planFor(prepared, provider, path);
      resets = plan.ending === "reset";
      play(plan, { response, clock, holds, serial: ids.requestId().slice("req_".length) });
    };
    /** An unforeseen error fails this call only, not the process, which may run a whole system. */
    const answerOrFail = (body: string, form?: readonly FormPart[]): void => {
      try {
        answer(body, form);
      } catch (error) {
        log.error({ error }, "the simulator could not answer a call");
        sendJson(response, 500, { error: { message: "The simulator failed.", type: "server_error" } });
      }
    };
    readBody(request, (bytes) => {
      const contentType = request.headers["content-type"] ?? "";
      if (bytes === undefined) {
        sendJson(response, 413, {
          error: {
            message: `The simulator reads no more than ${MAX_BODY_MIB} MiB.`,
            type: "invalid_request_error",
            param: null,
            code: null,
          },
        });
        return;
      }
      if (isForm(contentType)) {
        void readForm(bytes, contentType).then((form) => {
          answerOrFail(bytes.toString("latin1"), form);
        });
      } else answerOrFail(bytes.toString());
    });
  };

  const planFor = (prepared: Prepared, provider: string, path: string) => {
    const settings = rules.any ? rules.take({ provider, model: prepared.model, path }) : undefined;
    return settings === undefined ? prepared.plan : prepared.planWith(settings);
  };

  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS, requestTimeout: 0 }, (request, response) => {
    if (request.url?.startsWith(ADMIN_PATH) === true) serveAdmin(request, response);
    else serveCall(request, response);
  });
  const countConnections = () =>
    new Promise<number>((resolve) => {
      server.getConnections((_error, count) => {
        resolve(count);
      });
    });
  const admin = createAdmin({ calls, rules, jobs, checkouts, holds, countConnections });

  const serveAdmin = (request: IncomingMessage, response: ServerResponse): void => {
    readBody(request, (bytes) => {
      admin({ method: request.method ?? "GET", url: request.url ?? "/", body: bytes?.toString() ?? "" }).then(
        (answer) => {
          sendJson(response, answer.status, answer.body);
        },
        (error: unknown) => {
          log.error({ error }, "the simulator's admin call failed");
          sendJson(response, 500, { error: "The simulator failed." });
        },
      );
    });
  };

  return {
    listen: () =>
      new Promise((resolve, reject) => {
        server.once("error", reject);
        server.listen(port, host, () => {
          const address = server.address() as AddressInfo;
          const url = `http://${host.includes(":") ? `[${host}]` : host}:${address.port}`;
          log.info({ url }, "the upstream simulator listens");
          resolve({ url, port: address.port });
        });
      }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
};

/** Headers that cached answers may depend on. Answers that depend on others are never cached. */
const READ_HEADERS = [
  "host",
  "authorization",
  "x-goog-api-key",
  "x-api-key",
  "api-key",
  "anthropic-version",
  "anthropic-beta",
];

const readHeadersOf = ({ headers }: IncomingMessage): string => {
  let read = "";
  for (const name of READ_HEADERS) read += `${headers[name]?.toString() ?? ""} `;
  return read;
};

const splitUrl = (url: string): { provider: string; path: string } => {
  const query = url.indexOf("?");
  const whole = query === -1 ? url : url.slice(0, query);
  const slash = whole.indexOf("/", 1);
  return slash === -1
    ? { provider: whole.slice(1), path: "/" }
    : { provider: whole.slice(1, slash), path: whole.slice(slash) };
};

const parameterOf = (url: string, name: string): string | undefined =>
  new URLSearchParams(url.split("?")[1]).get(name) ?? undefined;

const sendJson = (response: ServerResponse, status: number, body: unknown): void => {
  response.writeHead(status, body === undefined ? {} : { "content-type": "application/json" });
  response.end(body === undefined ? undefined : JSON.stringify(body));
};
