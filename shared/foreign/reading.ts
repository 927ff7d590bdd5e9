/** Settings that a tool wrote beside its figures, under the names of a plan's workload. */
export interface ForeignConditions {
  clients?: number;
  /** Bytes of a value. */
  dataSize?: number;
  pipeline?: number;
  keepalive?: boolean;
}

/** Measurements of one command by another tool, as it wrote them. `null`: it wrote none. */
export interface ForeignRow {
  /** The tool's name for it: `SET`, `LRANGE_100 (first 100 elements)`, `Gets`; `?`: the text starts below the name. */
  name: string;
  /** The command on the wire, in lower case; `null`: a mix, or not known. */
  command: string | null;
  /** Its place among several runs of one text, from 1; `null`: each name is there once. */
  run: number | null;
  perSecond: number | null;
  /** Rates in the worst and in the best of the runs that `perSecond` is the average of. */
  spread: readonly [worst: number, best: number] | null;
  hitsPerSecond: number | null;
  missesPerSecond: number | null;
  kbPerSecond: number | null;
  meanMs: number | null;
  p50Ms: number | null;
  p99Ms: number | null;
  /** The bound that redis-benchmark before 6.2 writes in place of a p99. */
  p99AtMostMs: number | null;
  maxMs: number | null;
  conditions: ForeignConditions;
}

/** A reason to read the figures with care, as data; its words are in `shared/words/<language>/foreign.ts`. */
export type ForeignRemark =
  /** The rates are averages. `runs`: `null` where the tool does not say of how many. */
  | { code: 'average'; runs: number | null }
  | { code: 'interrupted' }
  | { code: 'connection-errors'; count: number }
  | { code: 'failed-requests'; count: number }
  /** A line in which the tool reports an error, in its own words. */
  | { code: 'error-line'; line: string; times: number }
  /** A test without its last figures: it was stopped, or the text is cut off. */
  | { code: 'unfinished'; name: string };

/** Reasons not to read a file of a tool that is known. */
export type ForeignRefusal = 'http' | 'script' | 'settings' | 'memcached' | 'cut-off' | 'unread';

export interface ReadForeign {
  state: 'read';
  tool: string;
  rows: readonly ForeignRow[];
  remarks: readonly ForeignRemark[];
}

export type ForeignResult = ReadForeign | { state: 'refused'; tool: string; why: ForeignRefusal };

/** A text in the forms that readers look at. */
export interface GivenText {
  /** Its start is as it was given. */
  raw: string;
  /** `undefined`: it is no JSON. */
  json: unknown;
  /** Lines without colours and prefixes, joined; empty for JSON. */
  plain: string;
  lines: readonly string[];
}

/** Rows and remarks of a text, or the reason why there are none. */
export type ForeignReading = Pick<ReadForeign, 'rows' | 'remarks'> | { why: ForeignRefusal };

export interface ForeignReader {
  tool: string;
  /** A quick look: true where `read` may find something. */
  recognises: (given: GivenText) => boolean;
  /** A reading without rows and remarks: the text is not of this tool. */
  read: (given: GivenText) => ForeignReading;
}

const unknownRow: Omit<ForeignRow, 'name'> = {
  ...{ command: null, run: null, perSecond: null, spread: null },
  ...{ hitsPerSecond: null, missesPerSecond: null, kbPerSecond: null },
  ...{ meanMs: null, p50Ms: null, p99Ms: null, p99AtMostMs: null, maxMs: null },
  conditions: {},
};

export const rowOf = (name: string, known: Partial<ForeignRow>): ForeignRow => ({
  ...unknownRow,
  ...known,
  name,
});

/** The command in a test's name, as on the wire: `LRANGE_100 (first 100 elements)` → `lrange`. */
export const commandIn = (name: string): string | null =>
  /^[A-Za-z][A-Za-z.]*/.exec(name)?.[0].toLowerCase() ?? null;

/** A figure of a text or of JSON; `null` for all that is no plain number from 0, as the nan of a run without replies. */
export function figureIn(value: unknown): number | null {
  const number = typeof value === 'string' && /^\d+(?:\.\d+)?$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) && number >= 0 ? number : null;
}

/** True for the row of a remark that makes figures doubtful: an average is none. */
export const isDoubt = ({ code }: ForeignRemark): boolean => code !== 'average';

const mostLines = 5;
const mostCharacters = 200;

/** Error lines of a text, each once. */
export function errorLines(lines: readonly string[], isError: RegExp): ForeignRemark[] {
  const times = new Map<string, number>();
  for (const line of lines)
    if (isError.test(line)) {
      const short = line.trim().slice(0, mostCharacters);
      times.set(short, (times.get(short) ?? 0) + 1);
    }
  return [...times].slice(0, mostLines).map(([line, count]) => ({ code: 'error-line', line, times: count }));
}

export type Fields = Readonly<Record<string, unknown>>;

/** The fields of a JSON object; none for everything else. */
export const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};

/** Options of a command line that stands above its output, as far as they are written there. */
export function optionsIn(words: string) {
  const option = (name: string): string | undefined => {
    const form = name.length === 1 ? String.raw`\s-${name}\s*(\S+)` : String.raw`\s--${name}[\s=]+(\S+)`;
    return new RegExp(form).exec(words)?.[1];
  };
  return { option, figure: (name: string) => figureIn(option(name)) ?? undefined };
}
