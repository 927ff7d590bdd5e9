import { defined } from '../contract/defined.ts';
import {
  commandIn,
  errorLines,
  fieldsOf,
  figureIn,
  optionsIn,
  rowOf,
  type Fields,
  type ForeignConditions,
  type ForeignReader,
  type ForeignReading,
  type ForeignRemark,
  type ForeignRow,
} from './reading.ts';

/** Rows below one heading: `ALL STATS`, `BEST RUN RESULTS`, `AGGREGATED AVERAGE RESULTS (3 runs)`. */
interface Section {
  title: string;
  rows: readonly ForeignRow[];
}

const isWhole = (title: string) => /^(?:ALL STATS|UNKNOWN STATS|AGGREGATED AVERAGE RESULTS)/.test(title);

/** memtier_benchmark: its table, also below its progress, and `--json-out-file`. */
export const memtier: ForeignReader = {
  tool: 'memtier_benchmark',
  recognises: ({ raw, json, plain }) =>
    (json === undefined && isStartOfJson.test(raw)) ||
    sectionsOf(json).length > 0 ||
    /^Type\s+Ops\/sec\b|^\[RUN #\d+(?: \d+%|\])|\d ops, +\d+ \(avg: +\d+\) ops\/sec/m.test(plain),
  read: ({ raw, json, lines }) => {
    if (lines.length > 0) return new Tables().read(lines);
    return json === undefined && isStartOfJson.test(raw) ? { why: 'cut-off' } : readDocument(json);
  },
};

const isStartOfJson = /^\{\s*"configuration":\s*\{/;

const sectionsOf = (json: unknown): [title: string, fields: Fields][] =>
  Object.entries(fieldsOf(json))
    .map(([title, value]): [string, Fields] => [title, fieldsOf(value)])
    .filter(([, fields]) => 'Ops/sec' in fieldsOf(fields['Totals']));

function readDocument(json: unknown): ForeignReading {
  const found = sectionsOf(json);
  const configuration = fieldsOf(fieldsOf(json)['configuration']);
  if (/^memcache/.test(String(configuration['protocol']))) return { why: 'memcached' };
  const conditions = conditionsIn(configuration);
  const sections = found.map(([title, fields]) => ({
    title,
    rows: Object.entries(fields).flatMap(([name, value]) => {
      const own = fieldsOf(value);
      return figuresRow(name, { ...own, ...fieldsOf(own['Percentile Latencies']) }, conditions);
    }),
  }));
  const isInterrupted = found.some(([, { Runtime }]) => String(fieldsOf(Runtime)['Interrupted']) === 'true');
  const errors = found
    .filter(([title]) => isWhole(title))
    .map(([, { Totals }]) => figureIn(fieldsOf(Totals)['Connection Errors']) ?? 0)
    .reduce((sum, count) => sum + count, 0);
  return readSections(sections, remarksOf(isInterrupted, errors));
}

function conditionsIn(configuration: Fields): ForeignConditions {
  const figure = (name: string) => figureIn(configuration[name]) ?? undefined;
  const [clients, threads] = [figure('clients'), figure('threads')];
  // A range or a list replaces the size.
  const isFixed = [undefined, '0:0'].includes(configuration['data_size_range'] as string | undefined);
  return defined({
    clients: clients === undefined || threads === undefined ? undefined : clients * threads,
    dataSize: isFixed ? figure('data_size') : undefined,
    pipeline: figure('pipeline'),
  });
}

const remarksOf = (isInterrupted: boolean, connectionErrors: number): ForeignRemark[] => [
  ...(isInterrupted ? [{ code: 'interrupted' } as const] : []),
  ...(connectionErrors > 0 ? [{ code: 'connection-errors', count: connectionErrors } as const] : []),
];

/** The same names in JSON and, with `Latency` behind percentiles, in the table. No row: it was not sent. */
function figuresRow(name: string, fields: Fields, conditions: ForeignConditions): ForeignRow[] {
  const figure = (...names: string[]) =>
    names.map((one) => figureIn(fields[one])).find((found) => found !== null) ?? null;
  const percentile = (percent: number) => {
    const head = Object.keys(fields).find(
      (one) => Number(/^p([\d.]+)(?: Latency)?$/.exec(one)?.[1]) === percent,
    );
    return head === undefined ? null : figure(head);
  };
  const perSecond = figure('Ops/sec');
  const meanMs = figure('Average Latency', 'Avg. Latency', 'Latency');
  const isUnsent = perSecond === 0 && !meanMs && name !== 'Totals';
  if (!('Ops/sec' in fields) || isUnsent) return [];
  const [hits, misses] = [figure('Hits/sec'), figure('Misses/sec')];
  // It writes zeros for commands whose hits it does not count.
  const areCounted = (hits ?? 0) + (misses ?? 0) > 0;
  return [
    rowOf(name, {
      command: name === 'Totals' ? null : (commandIn(name)?.replace(/s$/, '') ?? null),
      perSecond,
      hitsPerSecond: areCounted ? hits : null,
      missesPerSecond: areCounted ? misses : null,
      kbPerSecond: figure('KB/sec'),
      meanMs,
      p50Ms: percentile(50),
      p99Ms: percentile(99),
      maxMs: figure('Max Latency'),
      conditions,
    }),
  ];
}

/** Runs with `-x`: there are a best run, a worst one and the average of all; the average counts. */
function readSections(sections: readonly Section[], remarks: readonly ForeignRemark[]): ForeignReading {
  const whole = sections.filter(({ title }) => isWhole(title));
  const last = sections.at(-1);
  const isSaid = remarks.some(({ code }) => code === 'unfinished');
  const unfinished: ForeignRemark[] =
    whole.length === 0 && last && !isSaid ? [{ code: 'unfinished', name: last.title }] : [];
  let from = 0;
  const shown = (whole.length === 0 && last ? [last] : whole).map((section) => {
    const until = sections.indexOf(section);
    const before = sections.slice(from, until);
    from = until + 1;
    return section.title.startsWith('AGGREGATED')
      ? averaged(section, before)
      : { rows: section.rows, remarks: [] };
  });
  return {
    rows: shown.flatMap(({ rows }) => rows),
    remarks: [...shown.flatMap((one) => one.remarks), ...unfinished, ...remarks],
  };
}

function averaged({ title, rows }: Section, before: readonly Section[]) {
  const rateIn = (start: string, { name }: ForeignRow) =>
    before.find((one) => one.title.startsWith(start))?.rows.find((row) => row.name === name)?.perSecond;
  const runs = Number(/\((\d+) runs\)/.exec(title)?.[1] ?? NaN);
  const remark: ForeignRemark = { code: 'average', runs: Number.isNaN(runs) ? null : runs };
  return {
    remarks: [remark],
    rows: rows.map((row): ForeignRow => {
      const [worst, best] = [rateIn('WORST', row), rateIn('BEST', row)];
      return { ...row, spread: worst == null || best == null ? null : [worst, best] };
    }),
  };
}

const sectionTitle =
  /^(?:(?:ALL|UNKNOWN) STATS|(?:BEST|WORST) RUN RESULTS|AGGREGATED AVERAGE RESULTS.*|RUN #\d+ RESULTS)$/;
const commandLine = /(?:^|[\s/])memtier_benchmark(?::\S+)?(\s.*|)$/;
/** Progress of which a shorter line has overwritten the start. */
const underneath = /\w*\]\s+\d+ threads:.*|\d+ ops,.*/;
const heads = /Avg\. Latency|p[\d.]+ Latency|\S+/g;
const isError =
  /^(?:(?:TLS )?connection error|connect failed|connection dropped|connect: resolve error|prepare: failed|server \S+ handle error response|error: |failed to reconnect|Connection timeout after|Maximum reconnection)/i;

/** Tables of a text, in their order. */
class Tables {
  readonly #sections: { title: string; rows: ForeignRow[]; isWhole: boolean; isOfRedis: boolean }[] = [];
  #title = 'ALL STATS';
  #columns: readonly string[] | null = null;
  /** Settings of the command line above. */
  #asked: ForeignConditions = {};
  #isOfRedis = true;
  readonly #run: { threads?: number; clients?: number } = {};

  read(lines: readonly string[]): ForeignReading {
    for (const line of lines) this.#line(line);
    const sections = this.#sections.filter(({ isOfRedis }) => isOfRedis);
    if (sections.length < this.#sections.length && sections.length === 0) return { why: 'memcached' };
    const cut = sections.length === 0 ? 'ALL STATS' : sections.find(({ isWhole }) => !isWhole)?.title;
    const counted = lines.findLast((line) => line.includes(' conn errors: ')) ?? '';
    return readSections(sections, [
      ...(cut === undefined ? [] : [{ code: 'unfinished', name: cut } as const]),
      ...remarksOf(
        lines.some((line) => / Interrupted by user /.test(line)),
        Number(/ (\d+) conn errors: /.exec(counted)?.[1] ?? 0),
      ),
      ...errorLines(
        lines.map((line) => line.replace(underneath, '')),
        isError,
      ),
    ]);
  }

  #line(line: string): void {
    const [, words] = commandLine.exec(line) ?? [];
    const [, count, what] = /^(\d+) +(Threads|Connections per thread)$/.exec(line) ?? [];
    if (words !== undefined) {
      this.#asked = askedFor(words);
      this.#isOfRedis = !/\bmemcache_/.test(words);
    } else if (what !== undefined) this.#run[what === 'Threads' ? 'threads' : 'clients'] = Number(count);
    else if (sectionTitle.test(line)) this.#title = line;
    else if (/^Type\s+Ops\/sec\b/.test(line)) {
      this.#columns = line.match(heads)?.slice(1) ?? [];
      this.#sections.push({ title: this.#title, rows: [], isWhole: false, isOfRedis: this.#isOfRedis });
      this.#title = 'ALL STATS';
    } else if (!/^-+$/.test(line)) this.#row(line);
  }

  #row(line: string): void {
    const section = this.#sections.at(-1);
    if (this.#columns === null || !section) return;
    const cells = cellsOf(line, this.#columns);
    const isLast = cells?.name === 'Totals';
    if (!cells || isLast) this.#columns = null;
    if (isLast) section.isWhole = true;
    const { threads, clients } = this.#run;
    const ofRun = threads === undefined || clients === undefined ? {} : { clients: threads * clients };
    const [row] = cells ? figuresRow(cells.name, cells.fields, { ...this.#asked, ...ofRun }) : [];
    if (row) section.rows.push(row);
  }
}

/** `null`: the line is none of the table, or is cut off. */
function cellsOf(line: string, columns: readonly string[]): { name: string; fields: Fields } | null {
  const words = line.split(/\s+/);
  const cells = words.splice(-columns.length);
  // Each figure has decimals: what is cut off has fewer.
  if (words.length === 0 || !cells.every((cell) => /^(?:\d+\.\d{2,}|-{3}|[-+]?(?:nan|inf))$/.test(cell)))
    return null;
  return { name: words.join(' '), fields: Object.fromEntries(columns.map((head, at) => [head, cells[at]])) };
}

function askedFor(words: string): ForeignConditions {
  const { figure } = optionsIn(words);
  const [clients, threads] = [figure('c') ?? figure('clients'), figure('t') ?? figure('threads')];
  return defined({
    clients: clients === undefined || threads === undefined ? undefined : clients * threads,
    dataSize: figure('d') ?? figure('data-size'),
    pipeline: figure('pipeline'),
  });
}
