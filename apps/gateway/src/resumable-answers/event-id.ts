/** The position of an event in an answer. */
export interface EventPosition {
  readonly requestId: string;
  /** From 0. */
  readonly index: number;
}

const EVENT_ID = /^(req_[0-9a-f]{24})\.(\d{1,9})$/;

/** `req_<24 hex>.<index>`: the id that REST and GraphQL give to an event. */
export const formatEventId = ({ requestId, index }: EventPosition): string => `${requestId}.${index}`;

/** @returns Undefined if the text is not an event id. */
export const parseEventId = (text: string): EventPosition | undefined => {
  const [, requestId, index] = EVENT_ID.exec(text) ?? [];
  return requestId === undefined ? undefined : { requestId, index: Number(index) };
};
