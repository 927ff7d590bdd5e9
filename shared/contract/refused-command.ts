/** Reasons for which no run sends a command, whatever its keys are. */
export type RefusedBecause =
  'server' | 'dangerous' | 'waits' | 'messages' | 'connection' | 'keys' | 'index' | 'database';

/** Reasons by the flags and ACL categories of Redis, and by our own names. */
const becauseOf: Readonly<Record<string, RefusedBecause>> = {
  ...{ admin: 'server', '@admin': 'server', '@dangerous': 'dangerous' },
  ...{ blocking: 'waits', '@blocking': 'waits' },
  ...{ pubsub: 'messages', '@pubsub': 'messages' },
  ...{ noscript: 'connection', '@connection': 'connection', '@transaction': 'connection' },
  ...{ '@scripting': 'connection', movablekeys: 'keys' },
  ...{ 'search index': 'index', 'another database': 'database' },
};

/** The meaning of a flag of Redis for a run. */
export const refusedBecause = (flag: string): RefusedBecause => becauseOf[flag] ?? 'server';

export const refusedInEnglish: Readonly<Record<RefusedBecause, string>> = {
  server: 'it is about the whole server',
  dangerous: 'Redis lists it as dangerous',
  waits: 'it waits on the server',
  messages: 'it sends or receives messages',
  connection: 'it is about its connection, or runs a script',
  keys: 'its keys cannot be told from its words',
  index: 'its keys are indexes',
  database: 'it reaches another database',
};
