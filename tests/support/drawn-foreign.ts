import { Draw } from '../../calibration/draw.ts';

/** A row as it is written into a text: the figures that a reader may give. */
interface WrittenRow {
  name: string;
  perSecond: number | null;
}

export interface DrawnText {
  text: string;
  /** The text before it was cut off: figures that may be given. */
  whole: string;
  /** The rows that a reader has to find; `null`: the text is damaged, so that some may be missing. */
  rows: readonly WrittenRow[] | null;
}

const names = [
  'SET',
  'GET',
  'PING_INLINE',
  'LRANGE_100 (first 100 elements)',
  'MSET (10 keys)',
  'zadd b 1 m:x',
];

/** Output of tools by their grammar, and what happens to it on the way to a reader. */
export class DrawnOutput {
  readonly #draw: Draw;

  constructor(seed: number) {
    this.#draw = new Draw(seed);
  }

  one<T>(from: readonly [T, ...T[]]): T {
    return from[Math.floor(this.#draw.uniform() * from.length)] ?? from[0];
  }

  /** True in one of so many cases. */
  rarely = (every: number): boolean => this.#draw.uniform() * every < 1;

  #figure(decimals: number): string {
    if (this.rarely(25)) return this.one(['nan', '-nan', 'inf']);
    const digits = this.rarely(30) ? 9 + this.#draw.uniform() * 300 : this.#draw.uniform() * 6;
    const whole = Array.from({ length: Math.ceil(digits) || 1 }, () => Math.floor(this.#draw.uniform() * 10));
    const rest = Array.from({ length: decimals }, () => Math.floor(this.#draw.uniform() * 10));
    return `${whole.join('').replace(/^0+(?=\d)/, '')}.${rest.join('')}`;
  }

  /** A rate of 0 stands for a command that memtier_benchmark lists and did not send. */
  #rateAbove0(): string {
    const rate = this.#figure(2);
    return Number(rate) === 0 ? this.#rateAbove0() : rate;
  }

  /** Each test once, in the order of their names. */
  #tests(): WrittenTest[] {
    const chosen = names.filter(() => !this.rarely(2));
    return (chosen.length === 0 ? ['SET'] : chosen).map((name) => ({
      name,
      rate: this.#figure(2),
      latencies: Array.from({ length: 6 }, () => this.#figure(3)),
    }));
  }

  benchmarkText(): Written {
    const tests = this.#tests();
    const isOld = this.rarely(3);
    const lines = tests.flatMap(({ name, rate, latencies }) => [
      `====== ${name} ======`,
      '  100000 requests completed in 0.95 seconds',
      '  50 parallel clients',
      '  3 bytes payload',
      '  keep alive: 1',
      '',
      ...(isOld
        ? ['99.76% <= 1 milliseconds', '100.00% <= 2 milliseconds', `${rate} requests per second`]
        : [
            'Latency by percentile distribution:',
            '50.000% <= 0.335 milliseconds (cumulative count 50214)',
            '',
            'Summary:',
            `  throughput summary: ${rate} requests per second`,
            '  latency summary (msec):',
            '          avg       min       p50       p95       p99       max',
            `    ${latencies.map((one) => one.padStart(9)).join(' ')}`,
          ]),
      '',
    ]);
    return { lines, rows: rowsOf(tests) };
  }

  benchmarkQuiet(): Written {
    const tests = this.#tests();
    const hasProgress = this.rarely(2);
    return {
      lines: tests.map(({ name, rate, latencies: [mean = '', p50 = ''] }) => {
        const progress = `${name}: rps=${rate} (overall: ${rate}) avg_msec=${mean} (overall: ${mean})`;
        const last = `${name}: ${rate} requests per second, p50=${p50} msec`;
        return hasProgress ? `${progress}\r${' '.repeat(30)}\r${last}` : last;
      }),
      rows: rowsOf(tests),
    };
  }

  benchmarkCsv(): Written {
    const tests = this.#tests();
    const columns = ['avg', 'min', 'p50', 'p95', 'p99', 'max'].map((name) => `"${name}_latency_ms"`);
    return {
      lines: [
        `"test","rps",${columns.join(',')}`,
        ...tests.map(({ name, rate, latencies }) =>
          [name, rate, ...latencies].map((cell) => `"${cell}"`).join(','),
        ),
      ],
      rows: rowsOf(tests),
    };
  }

  memtierTable(): Written {
    const title = this.one(['ALL STATS', 'AGGREGATED AVERAGE RESULTS (3 runs)']);
    const tests = ['Sets', 'Gets', 'Zadds', 'Totals'].map((name) => ({
      ...{ name, rate: this.#rateAbove0() },
      latencies: Array.from({ length: 3 }, () => this.#figure(5)),
    }));
    return {
      lines: [
        title,
        '='.repeat(60),
        'Type         Ops/sec     Hits/sec   Misses/sec    Avg. Latency     p50 Latency     p99 Latency       KB/sec ',
        '-'.repeat(60),
        ...tests.map(
          ({ name, rate, latencies }) =>
            `${name.padEnd(7)} ${rate.padStart(12)} ${'---'.padStart(12)} ${'0.00'.padStart(12)} ${latencies.map((one) => one.padStart(15)).join(' ')} ${this.#figure(2).padStart(12)} `,
        ),
      ],
      rows: rowsOf(tests),
    };
  }

  memtierJson(): Written {
    const tests = ['Sets', 'Gets', 'Totals'].map((name) => ({
      name,
      rate: this.#rateAbove0(),
      latencies: [],
    }));
    const stats = tests.map(
      ({ name, rate }) =>
        `  "${name}": { "Ops/sec": ${rate}, "Latency": ${this.#figure(3)}, "Percentile Latencies": { "p50.00": ${this.#figure(3)}, "p99.00": ${this.#figure(3)} } }`,
    );
    return {
      lines: [
        '{',
        ' "configuration": { "clients": 50, "threads": 4 },',
        ' "ALL STATS": {',
        ...stats.join(',\n').split('\n'),
        ' }',
        '}',
      ],
      rows: rowsOf(tests),
      isJson: true,
    };
  }

  goSummary(): Written {
    const rate = String(Math.floor(this.#draw.uniform() * 1e7));
    const latencies = Array.from({ length: 4 }, () => this.#figure(3).padStart(9));
    return {
      lines: [
        '#################################################',
        'Total Duration 10.001 Seconds',
        'Total Errors 0',
        `Throughput summary: ${rate} requests per second`,
        '                    0 CSC Hits per second',
        'Latency summary (msec):',
        '          avg       p50       p95       p99',
        `    ${latencies.join(' ')}`,
      ],
      rows: rowsOf([{ name: 'Totals', rate }]),
    };
  }

  perfMetrics(): Written {
    const inPython = (figure: string) => figure.replace('nan', 'NaN').replace('inf', 'Infinity');
    const tests = this.#tests().map((test) => ({ ...test, rate: this.#rateAbove0() }));
    const documents = tests.map(
      ({ name, rate, latencies: [mean = '', , p50 = ''] }) =>
        `    { "commit": "abc", "command": "${name}", "data_size": 16, "rps": ${inPython(rate)}, "avg_latency_ms": ${inPython(mean)}, "p50_latency_ms": ${inPython(p50)} }`,
    );
    return {
      lines: ['[', ...documents.join(',\n').split('\n'), ']'],
      rows: rowsOf(tests),
      isJson: true,
    };
  }

  /** The text as it reaches a reader. */
  mangled({ lines, rows, isJson = false }: Written): DrawnText {
    let shown = [...lines];
    if (this.rarely(4)) shown = [this.one(['$ cat out', '# notes', 'root@host:~# ls']), ...shown];
    if (!isJson && this.rarely(4)) shown = shown.map((line) => `bench-1  | ${line}`);
    if (!isJson && this.rarely(4))
      shown = shown.map((line) => `\u001b[3${this.one([1, 2])}m${line}\u001b[0m`);
    const end = this.one(isJson ? ['\n', '\r\n'] : ['\n', '\n', '\r\n', '\r']);
    const text = shown.join(end) + this.one(['', end]);
    if (!this.rarely(4)) return { text, whole: text, rows };
    const at = Math.floor(this.#draw.uniform() * text.length);
    const cut = this.one([text.slice(0, at), text.slice(at), null]);
    if (cut !== null) return { text: cut, whole: text, rows: null };
    const damaged = `${text.slice(0, at)}${this.one(['\u0000', '"', '{', ':', '=', ' ', '\n', '\r', '9', '.', '%', '\u001b['])}${text.slice(at)}`;
    return { text: damaged, whole: damaged, rows: null };
  }
}

interface WrittenTest {
  name: string;
  rate: string;
  latencies: readonly string[];
}

interface Written {
  lines: readonly string[];
  rows: readonly WrittenRow[];
  isJson?: boolean;
}

/** No reader gives a figure that is not finite. */
const rowsOf = (tests: readonly Pick<WrittenTest, 'name' | 'rate'>[]): WrittenRow[] =>
  tests.map(({ name, rate }) => ({
    name,
    perSecond: Number.isFinite(Number(rate)) ? Number(rate) : null,
  }));
