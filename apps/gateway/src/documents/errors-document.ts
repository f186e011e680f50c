import { ERROR_TABLE, type ErrorRow } from "@cenote/core";

const HEAD = `# Errors

Every failed REST call answers with this body, and with the same request id in the \`x-request-id\` header:

\`\`\`json
{"error": {"message": "...", "type": "<code>", "code": "<code>", "request_id": "req_<24 hex>", "param": "messages[0].role"}}
\`\`\`

\`param\` is the path of the wrong field, or null. In a stream that has begun, the same object comes as the last \`data:\` event and no
\`[DONE]\` follows. GraphQL puts code, request id and param into \`extensions\`; gRPC puts the code into \`google.rpc.ErrorInfo.reason\`.

Repeat a call only where the table says so: after the time in \`Retry-After\`, else with exponential backoff. Where repeating would bring the same
(a prompt that the provider refuses) or pay twice, the answer says \`x-should-retry: false\`, whatever the table says; \`true\` says to come back though the
status speaks against it. OpenAI's clients, and what is built upon them, obey the header. Others repeat by status alone, the AI SDK, LangChain for
JavaScript and LlamaIndex among them: set their retries to 0, or read the header ([moving.md](moving.md#retries)).

| code | HTTP | gRPC | retry | when |
| --- | --- | --- | --- | --- |
`;

const line = ([code, { http, grpc, retryable, condition }]: [string, ErrorRow]): string =>
  `| \`${code}\` | ${http} | ${grpc} | ${retryable ? "yes" : "no"} | ${condition} |\n`;

/** The error table for people. Pure. */
export const errorsDocument = (): string => HEAD + Object.entries(ERROR_TABLE).map(line).join("");
