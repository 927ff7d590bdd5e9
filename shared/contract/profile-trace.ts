/** File, line, column (both from 1) and function of a call, from the innermost outwards. */
export type Frame = [file: string, line: number, column: number, name: string];

/** Where commands were seen: in the program, or between it and its server. */
export type TraceSource = 'patch' | 'proxy';

/** How a command reached the server. */
export type SentMode = 'one' | 'pipe' | 'multi' | 'auto';

export const unitKinds = ['http', 'job', 'mark', 'test', 'program', 'burst'] as const;
export type UnitKind = (typeof unitKinds)[number];

/** The unit of what a process sends outside of requests, jobs, marks and tests. */
export const programUnit = 1;

/** The name of that unit where the script that was started is a package’s, such as a test runner’s. */
export const outsideOfUnits = 'outside of requests';

/** Units whose names are more than are counted one by one. */
export const otherUnits = '(others)';

/** The version of traces that is written and read. */
export const traceVersion = 2;

/**
 * Equal keys have equal numbers, until so many others were numbered: then one may have been forgotten, and its next
 * number is new. So numbers less than this apart are of different keys.
 */
export const numbersKept = 50_000;

interface MetaLine {
  k: 'meta';
  v: number;
  node: string;
  source: TraceSource;
  /** Of a core, what recording may take. */
  budget: number;
  pid: number;
}

export interface SiteLine {
  k: 'site';
  id: number;
  frames: Frame[];
  /** The package that issued the command, or `app`. */
  owner: string;
  /** Of a library inside the program’s own file: how many of the frames are its own, where no map tells. */
  within?: number;
}

interface UnitLine {
  k: 'unit';
  id: number;
  kind: UnitKind;
  name: string;
  /** ms since the process started. */
  t0: number;
  t1: number;
  /** The number of commands that it sent, where only the first ones are here. */
  of?: number;
}

/** No key and no value: a pattern, numbers of what is equal, and which reply an argument came from. */
export interface TracedCommandLine {
  k: 'cmd';
  id: number;
  /** Its unit. */
  u: number;
  /** Its site; `null`: not known. */
  s: number | null;
  n: string;
  /** The library that sent it. */
  lib: string;
  key: string | null;
  /** The number of its key, in the order in which the keys of a process came first; `null`: it has none. */
  kn: number | null;
  /** The same of the arguments after the key. */
  an: number | null;
  /** What was sent together has a number in common. */
  b: number | null;
  mode: SentMode;
  conn: number;
  /** Issued, sent, replied; ms. The last is `null` where no reply came while the unit lasted. */
  tc: number;
  t0: number;
  t1: number | null;
  nil: 0 | 1;
  err: 0 | 1;
  /** In which reply’s turn it was issued, and the turn of its own reply; 0: none. */
  turn: [issued: number, replied: number];
  /** Commands in whose replies a token of an argument was seen first. */
  deps: number[];
  /** Its reply comes as Buffers. */
  buf?: 1;
  /** A reply too long to be read to its end. */
  long?: 1;
  /** The number of its arguments, and their bytes without the first one, rounded up to 16. */
  sent: [count: number, bytes: number];
  /** The number of values in its reply, and their bytes, rounded up as well. */
  got?: [count: number, bytes: number];
}

/** What was counted, of all units; a later line replaces an earlier one. */
export interface CountLine {
  k: 'count';
  units: readonly (readonly [kind: UnitKind, name: string, count: number])[];
  commands: number;
  recorded: number;
  /** Processor time of recording, and how long the process has run, ms. */
  spentMs: number;
  tookMs: number;
  /** Whether the file reached its bound. */
  full: boolean;
  /** Commands of units that had not ended; they are in no other count. */
  open?: number;
  /** Commands that were left out because their unit was cut, or too many were in progress. */
  beyond?: number;
  /** True where places in the code were left out because there were too many. */
  placesFull?: boolean;
}

/** Faults of the recorder itself; a later line has the count of all. */
export interface FaultLine {
  k: 'fault';
  count: number;
  /** The kind of the first one, as `ENOSPC` or `TypeError`. */
  cause: string;
  /** Units that are left out; lines of their commands may stand before. */
  left: number[];
}

export type TraceLine = MetaLine | SiteLine | UnitLine | TracedCommandLine | CountLine | FaultLine;
