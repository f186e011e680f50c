/** The id of the failed call, if one request makes several calls. */
export const callIdOf = (error: object): string | undefined =>
  (error as { readonly extensions?: { readonly request_id?: string } }).extensions?.request_id;
