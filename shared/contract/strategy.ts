import type { ClientId } from './enums.ts';
import type { StrategyDescription, StrategySemantics } from './http.ts';

/** What a strategy says of itself in English. */
export type DescribedStrategy = Omit<StrategyDescription, 'clients' | 'commands'>;

/** The same in another language. */
export interface StrategyWords {
  label: string;
  summary: string;
  semantics: Omit<StrategySemantics, 'atomic'>;
}

/** What the command line, the page and a search know of a strategy without its code. */
export interface StrategyTraits {
  /** The name of its file. */
  id: string;
  /** Strategies are offered in this order. */
  order: number;
  /** Of its lanes, from 1; beyond the last, colours repeat with other dashes and marks. */
  colour: number;
  batching: StrategyDescription['batching'];
  /** Whether `advise` tries it: unless others are asked for, or only when asked. Absent: never. */
  search?: 'usual' | 'asked';
  /** The only client library that can carry it out: its lanes have it unless they name another. */
  client?: ClientId;
  /** It decides itself when a command is written: nothing that a library can do which gathers by itself. */
  writesItself?: true;
  /** The server carries a batch out in one go, and nobody else meanwhile. */
  isWhole?: true;
}

/** How the code to copy sends a batch. */
export interface StrategySnippet {
  /** Each command for itself; a queue of the library; or code of its own. */
  by: 'each' | 'gather' | 'pipeline' | 'multi' | 'multi-key' | 'lua' | 'wire';
  /** Options of ioredis: of the client, and of each connection. */
  client?: string;
  connection?: string;
}
