import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { redact } from '../../redis/connection/redact.ts';
import type { Endpoint } from '../../redis/connection/target.ts';
import type { Command } from '../lane/lane-code.ts';

/** Shorter ones are found in any text. */
const shortestSecret = 4;
/** An absolute path up to its last name, where no address is before it. */
const folders = /(?:file:\/\/|(?<![\w.:/\\-]))(?:\/[^\s"'`()<>:,;/]+)+\/(?=[^\s"'`()<>:,;/])/g;

/** What a process has said as it goes into a result: without its arguments, passwords and absolute paths. */
export function withoutSecrets(text: string, { args }: Command, { password }: Endpoint): string {
  // The name of a file is what a place is told by.
  const secret = args.filter((word) => word.length >= shortestSecret && !existsSync(word));
  const hidden = [...secret, ...(password === undefined ? [] : [password])]
    .toSorted((one, other) => other.length - one.length)
    .reduce((all, word) => all.replaceAll(word, '…'), redact(text));
  return hidden.replaceAll(homedir(), '~').replace(folders, '');
}
