import { ERROR_TABLE, type ErrorRow } from "@cenote/core";

const HEAD = `# Errors

Every failed REST call answers with this body, and with the same request id in the \`x-request-id\` header:

\`\`\`json
{"error": {"message": "...", "type": "<code>", "code": "<code>", "request_id": "req_<24 hex>", "param": "messages[0].role"}}
\`\`\`

\`param\` is the path of the wrong field, or null. In a stream that has begun, the same object comes as the last \`data:\` event and no
\`[DONE]\` follows. GraphQL puts code, request id and param into \`extensions\`; gRPC puts the code into \`google.rpc.ErrorInfo.reason\`, and the request id and param into its metadata.

Repeat a call only where the table says so: after the time in \`Retry-After\`, else with exponential backoff. Where repeating would bring the same
(a prompt that the provider refuses) or pay twice, the answer says \`x-should-retry: false\`, whatever the table says; \`true\` says to come back though the
status speaks against it. OpenAI's clients, and what is built upon them, obey the header. Others repeat by status alone, the AI SDK, LangChain for
JavaScript and LlamaIndex among them: set their retries to 0, or read the header ([clients.md](clients.md#retries)).

A refused limit of the key has the same \`x-ratelimit-*\` headers as an answer: what is left of both limits, and when all of it is available again. So has a refusal that waiting does not help
(\`x-should-retry: false\`, no \`Retry-After\`), as of a call that alone may use more tokens than the limit; and so have failures of a call that was counted, such as 402 and 502, with the state after
counting it. What counts against no limit has none: a stored answer that is replayed, a client token's call that is refused with 402, a quote, a count of tokens. Nor have the limits of the gateway itself,
which protect one organization from another.

| code | HTTP | gRPC | retry | when |
| --- | --- | --- | --- | --- |
`;

const REFUSALS = `
## What a provider refuses

A mistake in your request is a 400 wherever it can be told from the rest: before a provider is called, or if the provider's error names a setting that you sent. A refused prompt
is a 502 with the provider's message and \`x-should-retry: false\`: nothing was charged, and another prompt may be answered.

| what is refused | answer | \`param\` |
| --- | --- | --- |
| a setting that you sent: \`tools\`, \`max_tokens\`, \`dimensions\`, \`size\`, ... | 400 with the provider's message | the setting |
| a prompt that is too long as Cenote counts it, in every route of the model | 400 with \`context_length_exceeded\` in its message; no provider was called | \`messages\` |
| a prompt that only the provider finds too long | 502; if prompt and answer together are too long: 400 | \`messages\`; \`max_tokens\` |
| texts to embed that the provider finds too long | 400 with the provider's message | \`input\` |
| an image whose data URL is not an image's in base64, or whose address is incomplete | 400; no provider was called | the part, as in \`messages[0].content[1]\` |
| a last message of the assistant's, for a model that does not go on from one | 400; no provider was called | \`messages\` |
| the prompt, for what else is in it: an image that is too large, can't be read or is one too many, an empty message, a tool's result without its call | 502. Where the model's row says that it would be refused: 400; no provider was called | \`messages\`, or null if the provider's error does not say that it is about the prompt |
| the prompt or the answer, by content policy | 502 | null |
`;

const line = ([code, { http, grpc, retryable, condition }]: [string, ErrorRow]): string =>
  `| \`${code}\` | ${http} | ${grpc} | ${retryable ? "yes" : "no"} | ${condition} |\n`;

/** The error table as Markdown. Pure. */
export const errorsDocument = (): string => HEAD + Object.entries(ERROR_TABLE).map(line).join("") + REFUSALS;
