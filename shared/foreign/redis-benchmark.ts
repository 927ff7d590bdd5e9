import { defined } from '../contract/defined.ts';
import {
  commandIn,
  errorLines,
  figureIn,
  optionsIn,
  rowOf,
  type ForeignConditions,
  type ForeignReader,
  type ForeignReading,
  type ForeignRemark,
  type ForeignRow,
} from './reading.ts';

/** Others add columns of their own; the CSV of Roundtrip has one for lanes. */
const csvHead = /^"?test"?,"?rps"?(?:,|$)(?!.*\blane\b)/;
const ownCsvHead = /^"?test"?,"?rps"?,.*\blane\b/m;
/** Versions before 6.2 wrote two cells and no head. */
const oldCsv = /^"[A-Z][^"]*","(?:[\d.]+|[-+]?(?:nan|inf))"$/;
const oldColumns = ['"test"', '"rps"'];
const isFigure = /^(?:\d+(?:\.\d+)?|[-+]?(?:nan|inf))?$/;

const heading = /(?:^|[^=])={6} (.+) ={6}$/;
const rate = /^throughput summary: (?:(\d+\.\d\d|[-+]?nan|[-+]?inf) requests per second)?/;
/** Authors of notes write behind it. */
const oldRate = /^(\d+\.\d\d|[-+]?nan|[-+]?inf) requests per second(?!,)/;
const quiet = /^(.+): (\d+\.\d\d|[-+]?nan|[-+]?inf) requests per second\b(.*)$/;
const progress = /^(.+): rps=\S+ \(overall: (\S+)\) avg_msec=\S+ \(overall: ([^()\s]+)\)$/;
const atMost = /^(\d+\.\d\d)% <= (\d+(?:\.\d+)?) milliseconds(?! \(cumulative)/;
/** The last line of a text that ends within it. */
const cutLine = /^([A-Z_]+\d*(?: \(.*\))?): [\d.]+(?: r(?!.*second\b)[a-z ]*)?$/;
const latencies = /^latency summary \(msec\):$/;
const commandLine = /(?:^|[\s/])(?:redis|valkey)-benchmark(?:\.exe)?(\s.*|)$/;
const inBlock: readonly (readonly [RegExp, (figure: number) => ForeignConditions])[] = [
  [/^(\d+) parallel clients\b/, (clients) => ({ clients })],
  [/^(\d+) bytes payload\b/, (dataSize) => ({ dataSize })],
  [/^keep alive: (\d)\b/, (flag) => ({ keepalive: flag === 1 })],
];

const signs = [
  /(?:\d\.\d\d|nan|inf) requests per second|^throughput summary: |^"?test"?,"?rps"?|^"[A-Z][^"\n]*","(?:[\d.]+|[-+]?(?:nan|inf))"$|: rps=\S+ \(overall: /m,
  /^\d+ requests completed in [\d.]+ seconds|^Could not connect to (?:Redis|server) at /m,
];
const isError =
  /^(?:Error from server|Error: |Error writing to the server|Could not (?:connect to|negotiate a TLS)|Unexpected error reply|All clients disconnected|Cluster node \S+ replied with error|Failed to fetch cluster|Invalid cluster|FATAL: )/;

/** redis-benchmark and valkey-benchmark: text, `-q` with its progress, and `--csv`, also one below another. */
export const redisBenchmark: ForeignReader = {
  tool: 'redis-benchmark / valkey-benchmark',
  recognises: ({ plain }) => signs.some((sign) => sign.test(plain)) && !ownCsvHead.test(plain),
  read: ({ lines }) => new BenchmarkOutput().read(lines),
};

interface Block {
  name: string;
  figures: Partial<ForeignRow>;
  conditions: ForeignConditions;
  /** Headings between `=` are common: one without these lines is of something else. */
  isOfTest: boolean;
}

interface Progress {
  name: string;
  overall: string;
  mean: string;
}

class BenchmarkOutput {
  readonly #rows: ForeignRow[] = [];
  readonly #remarks: ForeignRemark[] = [];
  /** Settings of the command line above. */
  #asked: ForeignConditions = {};
  #askedName: string | null = null;
  /** Heads of its CSV as they are written; `null`: none came yet. */
  #columns: readonly string[] | null = null;
  #block: Block | null = null;
  #progress: Progress | null = null;
  /** Names of latencies, above their figures. */
  #heads: readonly string[] | null = null;

  read(lines: readonly string[]): ForeignReading {
    for (const line of lines) this.#line(line);
    this.#endBlock();
    this.#endProgress(null);
    const [, name] = cutLine.exec(lines.at(-1) ?? '') ?? [];
    if (name !== undefined) this.#remarks.push({ code: 'unfinished', name });
    return { rows: this.#rows, remarks: [...this.#remarks, ...errorLines(lines, isError)] };
  }

  #line(line: string): void {
    const isRead =
      this.#asCommandLine(line) ||
      this.#csv(line) ||
      this.#latency(line) ||
      this.#heading(line) ||
      this.#summary(line) ||
      this.#quiet(line) ||
      this.#progressLine(line);
    if (!isRead) this.#ofBlock(line);
  }

  #csv(line: string): boolean {
    if (csvHead.test(line)) {
      this.#endBlock();
      this.#columns = line.split(',');
      return true;
    }
    const isOld = this.#columns === null && oldCsv.test(line);
    const columns = isOld ? oldColumns : this.#columns;
    if (!columns) return false;
    // A name may have commas and quotes of its own.
    const cell = columns[0]?.startsWith('"') ? '"([^"]*)"' : '([^",]*)';
    const form = new RegExp(
      `^${cell.replace('[^"]', '.').replace('[^",]', '.')}${`,${cell}`.repeat(columns.length - 1)}$`,
    );
    const [, name = '', ...figures] = form.exec(line) ?? [];
    const figure = (column: string) =>
      figureIn(figures[columns.findIndex((head) => head.replaceAll('"', '') === column) - 1]);
    if (name === '' || !isFigure.test(figures[0] ?? '')) return this.#cutCsv(line);
    this.#row(name, {
      perSecond: figure('rps'),
      meanMs: figure('avg_latency_ms'),
      p50Ms: figure('p50_latency_ms'),
      p99Ms: figure('p99_latency_ms'),
      maxMs: figure('max_latency_ms'),
    });
    return true;
  }

  #cutCsv(line: string): boolean {
    const [, name] = /^"([^"]+)",/.exec(line) ?? [];
    if (name === undefined) return false;
    this.#remarks.push({ code: 'unfinished', name });
    return true;
  }

  /** The two lines below `latency summary`. */
  #latency(line: string): boolean {
    if (latencies.test(line)) {
      this.#heads = [];
      return true;
    }
    if (this.#heads === null) return false;
    const cells = line.split(/\s+/);
    if (this.#heads.length === 0) {
      this.#heads = cells;
      return true;
    }
    const heads = this.#heads;
    this.#heads = null;
    if (!this.#block) return true;
    // A figure that the text cuts off has fewer decimals.
    const figure = (head: string) => {
      const cell = cells[heads.indexOf(head)] ?? '';
      return /^\d+\.\d{3}$/.test(cell) ? figureIn(cell) : null;
    };
    Object.assign(this.#block.figures, {
      meanMs: figure('avg'),
      p50Ms: figure('p50'),
      p99Ms: figure('p99'),
      maxMs: figure('max'),
    });
    this.#endBlock();
    return true;
  }

  #heading(line: string): boolean {
    const [, name] = heading.exec(line) ?? [];
    if (name === undefined) return false;
    this.#endBlock();
    this.#endProgress(name);
    this.#block = { name, figures: {}, conditions: {}, isOfTest: false };
    return true;
  }

  #quiet(line: string): boolean {
    const [, before, perSecond, latency = ''] = quiet.exec(line) ?? [];
    if (before === undefined) return false;
    const name = withoutProgress(before);
    const percentile = (percent: number) =>
      figureIn(new RegExp(String.raw`\bp${percent}=(\d+\.\d+) msec`).exec(latency)?.[1]);
    this.#endBlock();
    this.#endProgress(name);
    this.#row(name, { perSecond: figureIn(perSecond), p50Ms: percentile(50), p99Ms: percentile(99) });
    return true;
  }

  #progressLine(line: string): boolean {
    const [, before, overall = '', mean = ''] = progress.exec(line) ?? [];
    if (before === undefined) return false;
    const name = withoutProgress(before);
    this.#endBlock();
    this.#endProgress(name);
    this.#progress = { name, overall, mean };
    return true;
  }

  /** The rate of a test, below its settings. */
  #summary(line: string): boolean {
    const found = rate.exec(line);
    // A rate without a line above it may lack its first digits.
    const old = this.#block ? oldRate.exec(line) : null;
    const [, perSecond] = found ?? old ?? [];
    if (!found && !old) return false;
    const block = (this.#block ??= this.#unnamed());
    if (perSecond !== undefined) block.figures.perSecond = figureIn(perSecond);
    block.isOfTest = true;
    if (old) this.#endBlock();
    return true;
  }

  #unnamed(): Block {
    return { name: this.#askedName ?? '?', figures: {}, conditions: {}, isOfTest: false };
  }

  #ofBlock(line: string): void {
    const [, share = '', ms] = atMost.exec(line) ?? [];
    if (ms !== undefined) this.#block ??= this.#unnamed();
    const block = this.#block;
    if (!block) return;
    if (/^\d+ requests completed in /.test(line)) block.isOfTest = true;
    if (Number(share) >= 99) block.figures.p99AtMostMs ??= figureIn(ms);
    for (const [form, condition] of inBlock) {
      const found = figureIn(form.exec(line)?.[1]);
      if (found === null) continue;
      Object.assign(block.conditions, condition(found));
      block.isOfTest = true;
    }
  }

  #asCommandLine(line: string): boolean {
    const [, words] = commandLine.exec(line) ?? [];
    if (words === undefined) return false;
    this.#endBlock();
    const { option, figure } = optionsIn(words);
    const keep = option('k');
    this.#asked = defined({
      clients: figure('c'),
      dataSize: figure('d'),
      pipeline: figure('P'),
      keepalive: keep === undefined ? undefined : keep === '1',
    });
    const test = option('t');
    this.#askedName = test === undefined || test.includes(',') ? null : test.toUpperCase();
    return true;
  }

  #row(name: string, figures: Partial<ForeignRow>, conditions: ForeignConditions = {}): void {
    const command = commandIn(name);
    this.#rows.push(rowOf(name, { command, ...figures, conditions: { ...this.#asked, ...conditions } }));
  }

  #endBlock(): void {
    const block = this.#block;
    this.#block = null;
    this.#heads = null;
    if (!block?.isOfTest) return;
    this.#row(block.name, block.figures, block.conditions);
    if (block.figures.perSecond === undefined) this.#remarks.push({ code: 'unfinished', name: block.name });
  }

  /** Progress of a test that has no last line, because it was stopped, is all that is known of it. */
  #endProgress(next: string | null): void {
    const last = this.#progress;
    this.#progress = null;
    if (!last || last.name === next) return;
    this.#row(last.name, { perSecond: figureIn(last.overall), meanMs: figureIn(last.mean) });
    this.#remarks.push({ code: 'unfinished', name: last.name });
  }
}

/** `SET: 0.00SET` → `SET`, `SET: rps=0.0 (overall: 0.0)  SET` → `SET`: the last line overwrites the progress. */
function withoutProgress(before: string): string {
  const [, name] = /^(.+?): (?:rps=.*|(?:\d+\.\d\d|-?nan|inf)\s*(?=\1(?::|$)))/.exec(before) ?? [];
  return name ?? before;
}
