const start = 'compare?ids=';

/** So many stand side by side at most: their ids fit into an address, and into a presenter's place. */
export const mostCompared = 12;

/** What is open in the Runs room while several runs stand side by side; also how the address ends. */
export const comparisonId = (ids: readonly string[]): string => start + ids.map(encodeURIComponent).join(',');

export const isComparison = (id: string): boolean => id.startsWith(start);

/** The runs of a comparison, each once; `null`: this id is none. */
export function comparedIds(id: string): string[] | null {
  if (!isComparison(id)) return null;
  const ids = id.slice(start.length).split(',').map(decoded);
  return [...new Set(ids.filter((one) => one !== ''))].slice(0, mostCompared);
}

/** The id of what the address `/runs/compare?ids=a,b` shows. */
export const comparisonAt = (query: string): string =>
  comparisonId((new URLSearchParams(query).get('ids') ?? '').split(','));

/** How the ids of files begin that are open on this page alone; those of the server never do. */
export const fileStart = 'file-';

/** Whether only this page can show it: a file, or a comparison with one. */
export const isOfFile = (id: string): boolean =>
  (comparedIds(id) ?? [id]).some((one) => one.startsWith(fileStart));

/** A part of an address; one that is no right one stays as it is. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
