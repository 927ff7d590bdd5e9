import type { Result } from '../contract/result.ts';

interface Named {
  name: string;
  version: string | null;
}

/** `valkey 8.0.1`. */
export const serverName = ({ name, version }: Named): string => `${name} ${version ?? ''}`.trim();

/** Of a run, each once, that of the first lane first; while it is in progress, that one alone. */
export const serverNames = (
  { server }: Pick<Result['environment'], 'server'>,
  lanes: readonly { target?: Named | undefined }[] = [],
): string =>
  [...new Set([server, ...lanes.flatMap(({ target }) => target ?? [])].map(serverName))].join(', ');
