import { existsSync } from 'node:fs';
import { parse } from 'node:path';

/**
 * The name of a file for the command of a hint: `name`, or the same with the first number that gives a file which does
 * not exist. A reader pastes the command, and a shell empties the file before the command starts.
 */
export function newFileName(name: string, isThere: (name: string) => boolean = existsSync): string {
  const { name: stem, ext } = parse(name);
  let free = name;
  for (let number = 2; isThere(free); number++) free = `${stem}-${number}${ext}`;
  return free;
}
