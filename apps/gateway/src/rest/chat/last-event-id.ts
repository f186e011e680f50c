import { invalidRequest } from "@cenote/core";
import type { FastifyRequest } from "fastify";
import { type EventPlace, parseEventId } from "../../generations/event-id";

export const LAST_EVENT_ID = "Last-Event-ID";

/** What `Last-Event-ID` names; undefined where there is none. Errors: invalid_request_error that names it. */
export const lastEventIdOf = ({ headers }: Pick<FastifyRequest, "headers">): EventPlace | undefined => {
  const given = headers["last-event-id"];
  // Empty is what a reader sends who saw no id.
  if (given === undefined || given === "") return undefined;
  const place = typeof given === "string" ? parseEventId(given) : undefined;
  if (place === undefined)
    throw invalidRequest(LAST_EVENT_ID, `${LAST_EVENT_ID}: the \`id\` of an event of a resumable stream.`);
  return place;
};
