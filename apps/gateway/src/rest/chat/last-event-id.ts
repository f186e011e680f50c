import { invalidField } from "@cenote/core";
import type { FastifyRequest } from "fastify";
import { type EventPosition, parseEventId } from "../../resumable-answers/event-id";

export const LAST_EVENT_ID = "Last-Event-ID";

/** Whether there is one. Empty is what a reader sends who saw no id. */
export const hasLastEventId = ({ headers }: Pick<FastifyRequest, "headers">): boolean =>
  (headers["last-event-id"] ?? "") !== "";

/** What `Last-Event-ID` names; undefined where there is none. Errors: invalid_request_error that names it. */
export const lastEventIdOf = (request: Pick<FastifyRequest, "headers">): EventPosition | undefined => {
  if (!hasLastEventId(request)) return undefined;
  const given = request.headers["last-event-id"];
  const place = typeof given === "string" ? parseEventId(given) : undefined;
  if (place === undefined) throw invalidField(LAST_EVENT_ID, "the `id` of an event of a resumable stream.");
  return place;
};
