import { manyForms, type ManyForm } from './many.ts';
import { redisTable } from './redis-table.ts';
import type { KeyType } from './workload.ts';

/** Flags of Redis for commands whose work goes beyond the keys that they name, or whose keys cannot be told from their words. */
export const refusedFlags = ['admin', 'blocking', 'pubsub', 'noscript', 'movablekeys'] as const;
export type RefusedFlag = (typeof refusedFlags)[number];

/** The type of key that a command works on; `any`: each of them; `none`: it has no key, or is the code of a program. */
export type KeyContent = KeyType | 'bitmap' | 'hyperloglog' | 'vector' | 'array' | 'any' | 'none';

/** Commands that may take more than a key, and rarely do. */
const usuallyOfKeyAlone =
  /^(?:del|unlink|exists|touch|[lrs]pop|zpop(?:min|max)|srandmember|bitcount|pfcount)$/;

export interface RedisCommand {
  /** The method of node-redis; `null`: it has none. */
  method: string | null;
  holds: KeyContent;
  /** The first of the refused flags that it has. */
  refused: RefusedFlag | null;
  /** It changes nothing, so clients may send it to a replica. */
  reads: boolean;
  /** A key is all that it takes, or all that it is usually given. */
  ofKeyAlone: boolean;
  /** Servers count each of its subcommands for itself (Redis 7 and later). */
  hasSubcommands: boolean;
  /** First key, last key (negative: from the end) and step, counted from the name. */
  keys: readonly number[];
}

/** Redis' commands by their names in lower case; `object|encoding` is a subcommand whose keys are elsewhere. */
export const redisCommands: ReadonlyMap<string, RedisCommand> = new Map(
  Object.entries(redisTable).flatMap(([row, names]) => {
    const [holds, ...traits] = row.split(' ');
    const shared = {
      holds: holds as KeyContent,
      refused: refusedFlags.find((flag) => traits.includes(flag)) ?? null,
      reads: traits.includes('reads'),
      hasSubcommands: traits.includes('subcommands'),
      keys: traits.slice(-3).map(Number),
    };
    return names.split(' ').map((name): [string, RedisCommand] => [
      name.toLowerCase(),
      {
        ...shared,
        method: name === name.toUpperCase() ? null : name,
        ofKeyAlone: traits.includes('alone') || usuallyOfKeyAlone.test(name.toLowerCase()),
      },
    ]);
  }),
);

/** A command of Redis by its name, in letters of any case. */
export const redisCommand = (name: string): RedisCommand | undefined => redisCommands.get(name.toLowerCase());

/** Commands that wait on the server, in capitals. XREAD and XREADGROUP do so with BLOCK alone. */
export const waitingCommands: ReadonlySet<string> = new Set(
  [...redisCommands].flatMap(([name, { refused, holds }]) =>
    refused === 'blocking' && holds !== 'stream' ? [name.toUpperCase()] : [],
  ),
);

/** True where a command changes nothing, by its name. Clients may send it to a replica. */
export const onlyReads = (name: string): boolean => redisCommand(name)?.reads ?? false;

/** The form of a command that any server has; `null`: there is none. */
export function manyFormOf(name: string): ManyForm | null {
  const form = Object.hasOwn(manyForms, name) ? manyForms[name] : undefined;
  return form && form.since === undefined ? form : null;
}
