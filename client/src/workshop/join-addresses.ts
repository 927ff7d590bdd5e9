/** Names by which a browser calls its own machine. */
const ownNames = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Addresses by which others open this page. The one that it was opened by comes first, where it is none of this
 * machine alone: it is known to work, also where a proxy stands between or a container knows only its own network.
 */
export function joinAddresses(origin: string, urls: readonly string[]): string[] {
  const { hostname } = new URL(origin);
  const known = ownNames.has(hostname) || hostname.startsWith('127.') ? [] : [`${origin}/`];
  return [...new Set([...known, ...urls])];
}
