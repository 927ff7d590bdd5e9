import { readCommands } from './command-table.ts';

const names = new Set(readCommands.split(' '));

/** True where a command changes nothing, by its name. Clients may send it to a replica. */
export const onlyReads = (name: string): boolean => names.has(name.toLowerCase());
