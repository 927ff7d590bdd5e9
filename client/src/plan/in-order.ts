/** The fields of a document, the same whatever order they were written in. */
export const inOrder = (fields: object): [string, unknown][] =>
  Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1));
