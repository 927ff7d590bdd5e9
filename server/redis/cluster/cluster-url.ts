import { TargetUrlInvalid } from '../connection/target-url-invalid.ts';

const scheme = /^redis(s?)\+cluster:\/\//i;

/**
 * Reads what names the nodes of a cluster: `redis+cluster://[USER:PASSWORD@]HOST[:PORT][,HOST[:PORT]…]` (with
 * `rediss+cluster` for TLS), or URLs with commas between, the first of which says how all are reached. Returns a URL
 * for each node, or null when it is the URL of something else. Throws TargetUrlInvalid.
 */
export function nodeUrls(url: string): string[] | null {
  const found = scheme.exec(url);
  if (found) {
    const [, user = '', hosts = '', parameters = ''] =
      /^([^@]*@)?([^/?#@]+)\/?(\?[^#]*)?$/.exec(url.slice(found[0].length)) ?? [];
    if (hosts === '')
      throw new TargetUrlInvalid(
        'The address of the cluster is malformed; special characters in a password are written as %XX, and a cluster has no database but 0.',
      );
    return hosts.split(',').map((host) => `redis${found[1] ?? ''}://${user}${host}${parameters}`);
  }
  // A bare comma may stand in a password: only one in front of the next URL parts them.
  if (!/,\s*rediss?:\/\//i.test(url)) return null;
  return url.split(/,\s*(?=rediss?:\/\/)/i);
}
