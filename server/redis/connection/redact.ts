/** What usage texts write in place of a user: `redis://[USER[:PASSWORD]@]HOST`, `rediss://… for TLS`. */
const noUsage = String.raw`(?!\[USER|…|\s)`;
/** In quotes, spaces may belong to it. */
const quoted = String.raw`(?:[^"'\n]|["'](?=\w))*@(?=[^\s"']*["'])`;
/** Up to the last @ of the word; one that was cut has lost it. */
const word = String.raw`(?:(?!"[,}\]:])\S)*[@…]`;
const secrets = new RegExp(
  [
    // Of a server: a password may hold any character, if only by mistake. As a path, an address has one slash; that of a
    // Unix socket has three where nobody signs in, and an @ in it is no secret.
    String.raw`(?<=\b(?:(?:rediss?|valkeys?)(?:\+\w+)?:\/{1,3}|unix:\/{1,2}))(?!\/)${noUsage}(?:${quoted}|${word})`,
    // Of anything else: a host ends where a path begins.
    String.raw`(?<=\b[a-z][a-z0-9+.-]{0,30}:\/\/)${noUsage}[^\s"'/?#]*@`,
    // A parameter, as of Sentinels.
    String.raw`(?<=[?&][\w-]*password=)[^\s&"']+`,
    // Without a scheme.
    String.raw`(?<![\w@/:.%-])[\w.%-]*:[^\s"',:/@]+@(?=[\w[])`,
  ].join('|'),
  'gi',
);

/** A text that may quote what somebody gave as an address, without its user and its passwords. */
export const redact = (text: string): string =>
  text.replace(secrets, (found) => `***${/[@…]$/.exec(found)?.[0] ?? ''}`);

/** A document of plain JSON with each of its texts redacted. */
export function redactAll<T>(document: T): T;
export function redactAll(document: unknown): unknown {
  if (typeof document === 'string') return redact(document);
  if (Array.isArray(document)) return document.map((item: unknown) => redactAll(item));
  if (typeof document !== 'object' || document === null) return document;
  return Object.fromEntries(
    Object.entries(document).map(([name, value]) => [name, redactAll<unknown>(value)]),
  );
}
