/** The id of the call that failed, where one request makes several. */
export const callIdOf = (error: object): string | undefined =>
  (error as { readonly extensions?: { readonly request_id?: string } }).extensions?.request_id;
