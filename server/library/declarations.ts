import { readdirSync } from 'node:fs';
import { programStrategy } from '../../shared/plan/program-lane.ts';
import { publishedTypes, typeNameOf, type PublishedSchema } from './published-types.ts';

/** Written by hand: what programs call. */
const called = `/** What \`import { run } from '@roundtrip-lab/roundtrip'\` gives. The build makes it from the schemas. */

export interface RunOptions {
  /** The server to measure: redis://, rediss:// or unix://, or several with commas for a cluster. Without: the plan's target, by default a private server. */
  url?: string | undefined;
  /** Ends the run early: what was measured is kept, and the result's state is \`stopped\`. */
  signal?: AbortSignal | undefined;
  /** Called with each event, in order; be quick. When it throws, the run ends, and is rejected with what was thrown. */
  onEvent?: ((event: RunEvent) => void) | undefined;
  /**
   * Runs functions also on a server that is not Roundtrip's own.
   * @default false
   */
  yes?: boolean | undefined;
}

/** What a function is told of its run. The address is that of the network in between, if there is one. */
export interface ProgramContext {
  /** redis://, rediss:// or unix://, with user and password where the server wants them. */
  url: string;
  host?: string | undefined;
  port?: number | undefined;
  path?: string | undefined;
  username?: string | undefined;
  password?: string | undefined;
  db: number;
  tls?: object | undefined;
  /** What every key has to begin with. The client that is given puts it there by itself. */
  prefix: string;
}

/** A function of yours as a lane: it runs in your own thread, and then all lanes of the run do. */
export interface FunctionLane<Client = any> {
  /** Name of the lane in results; left out: that of the function. */
  id?: string | undefined;
  label?: string | undefined;
  /** One unit of work, over when its promise is. \`i\` counts the units. Without \`connect\`, \`redis\` is an ioredis connection that puts the prefix of the run before every key. */
  fn: (redis: Client, i: number, context: ProgramContext) => unknown;
  /** A client of your own, for each of the plan's clients. */
  connect?: ((context: ProgramContext) => Client | Promise<Client>) | undefined;
  /** Once, before the first unit. */
  setup?: ((redis: Client, context: ProgramContext) => unknown) | undefined;
  /** Once, after the last. */
  teardown?: ((redis: Client, context: ProgramContext) => unknown) | undefined;
  network?: NetworkInput | undefined;
  workload?: LaneWorkloadInput | undefined;
}

/** A plan some of whose lanes may be functions. */
export type RunInput = Omit<PlanInput, 'lanes'> & { lanes: (PlanInput['lanes'][number] | FunctionLane)[] };

/** Carries a plan out, and resolves with its result once everything is removed again: keys, threads, the private server. Rejects with InvalidInput for a plan that is wrong, and with an Error that says why for one that could not be measured. One at a time in a process. */
export declare function run(plan: RunInput, options?: RunOptions): Promise<Result>;

export interface ProfileOptions {
  /** Asks the program to end (SIGTERM): what was recorded is kept. For a time, \`AbortSignal.timeout(30_000)\`. */
  signal?: AbortSignal | undefined;
  /**
   * Share of a core that recording may take: whole units are left out beyond it. 1 records all.
   * @default 1
   */
  budget?: number | undefined;
  /** Files and folders of whose sites nothing is said. Left out: none. */
  ignore?: readonly string[] | undefined;
}

/** Runs a program of Node, as \`roundtrip profile\` does: \`profile(['node', 'app.js'])\`. Resolves with what it sent, by unit and site, its exit code (of a signal 128 and its number), and whether it ended because of \`signal\`; the code is then 0. Rejects for one that could not be started. */
export declare function profile(command: readonly string[], options?: ProfileOptions): Promise<{ profile: Profile; exitCode: number; isStopped: boolean }>;

/** Something that a result was held against. */
export interface Check {
  /** What was asked, as in \`pipeline.p99 < 5ms\`. */
  name: string;
  /** \`null\`: not judged. The 95 % interval reaches across the bound, or the profile left something out. */
  passed: boolean | null;
  /** What was found, with its figures. */
  message: string;
  /** The ids of the findings of a profile that it failed for. */
  findings?: readonly string[] | undefined;
}

export interface CheckOptions {
  /**
   * Whether what cannot be judged fails.
   * @default false
   */
  strict?: boolean | undefined;
}

export interface ProfileCheckOptions {
  /**
   * True where an assertion passes that holds only because something was not recorded. It is not judged then.
   * @default false
   */
  allowNotJudged?: boolean | undefined;
}

/** Holds a result or a profile against assertions, as \`--assert\` does: \`check(result, ['pipeline.throughput > 2 * one-by-one.throughput'])\`, \`check(profile, ['profile.independent == 0'])\`. Throws for one that cannot be read, and points at its column. */
export declare function check(result: Result, assertions: readonly string[], options?: CheckOptions): Check[];
export declare function check(profile: Profile, assertions: readonly string[], options?: ProfileCheckOptions): Check[];

export interface CompareOptions extends CheckOptions {
  /**
   * Each lane against itself, commands per second, or its ratio to the first lane, which survives another machine.
   * @default 'ratios', for a single lane 'throughput'
   */
  figure?: 'throughput' | 'ratios' | undefined;
  /** By how much a lane may be worse, as a share: 0.1 for 10 %. Left out: nothing is checked. */
  maxRegression?: number | undefined;
  /** Options in which the plans may differ, by their names on the command line, as in \`pipeline\`: judges a change of them. Left out: in none. */
  allowDifferent?: readonly string[] | undefined;
}

export type ComparedLane =
  | {
      state: 'compared';
      lane: string;
      was: number;
      is: number;
      /** is / was; above 1 is better. */
      ratio: number;
      ci95: [number, number] | null;
      /** \`inconclusive\` when the interval includes 1, or there is none. */
      outcome: 'better' | 'worse' | 'inconclusive';
    }
  | { state: 'not compared'; lane: string; reason: string };

export interface ResultComparison {
  figure: 'throughput' | 'ratios';
  lanes: ComparedLane[];
  /** What makes the comparison weaker than it looks. */
  warnings: string[];
  /** One for each lane, where maxRegression was given. */
  checks: Check[];
}

/** Holds a result against an earlier one of the same plan, as \`roundtrip compare\` does. Throws for results of different plans, and says in what they differ. */
export declare function compare(earlier: Result, later: Result, options?: CompareOptions): ResultComparison;

export interface FasterOptions extends CheckOptions {
  /**
   * By which factor.
   * @default 1
   */
  by?: number | undefined;
  /** The lane that is to be faster; left out: the last one. */
  lane?: string | undefined;
}

export interface KeptOptions extends CheckOptions {
  /**
   * By how much a ratio may be lower, as a share.
   * @default 0.1
   */
  maxRegression?: number | undefined;
}

/** For \`expect.extend(matchers)\` of Vitest and Jest. Where an interval reaches across the bound, nothing is judged: a warning says so, and with \`strict\` it fails. */
export declare const matchers: {
  toRunFasterThan(result: Result, other: string, options?: FasterOptions): { pass: boolean; message: () => string };
  toKeepRatio(result: Result, earlier: Result, options?: KeptOptions): { pass: boolean; message: () => string };
};

export interface Problem {
  /** Where, as in workload.clients or lanes[1].strategy. */
  field: string;
  /** What stood there. */
  value?: unknown;
  /** What would be right. */
  message: string;
  /** For numbers. */
  allowed?: { min: number; max: number } | undefined;
}

/** A plan that is wrong. The message has a line for each problem. */
export declare class InvalidInput extends Error {
  readonly problems: readonly Problem[];
}
`;

/** What `expect` gets by the matchers. */
const expected = `
    /** Whether a lane is faster than another, with its whole 95 % interval. */
    toRunFasterThan(other: string, options?: FasterOptions): R;
    /** Whether no ratio to the first lane is worse than in an earlier result of the same plan, with its whole 95 % interval. */
    toKeepRatio(earlier: Result, options?: KeptOptions): R;`;

const matchersFor = (
  merged: string,
) => `import type { FasterOptions, KeptOptions, Result } from './roundtrip.js';
export { matchers } from './roundtrip.js';
${merged}`;

/**
 * The types of `@roundtrip-lab/roundtrip/vitest`: what Vitest's `expect` has once it is extended. Its own `Matchers` has
 * other parameters in Vitest 5 than in 4; the assertions of Chai, which both extend, have none.
 */
export const vitestDeclarations = matchersFor(`import 'vitest';

declare global {
  namespace Chai {
    interface Assertion {${expected.replaceAll('R;', 'void;').replaceAll('\n', '\n  ')}
    }
  }
}
`);

/** Those of `/jest`: what its `expect` has, the global one and that of `@jest/globals`. */
export const jestDeclarations = matchersFor(`import 'expect';

declare module 'expect' {
  interface Matchers<R extends void | Promise<void>> {${expected}
  }
}
declare global {
  namespace jest {
    interface Matchers<R> {${expected.replaceAll('\n', '\n  ')}
    }
  }
}
`);

/** The types of `import { trips, unit } from '@roundtrip-lab/roundtrip/profile'`. */
export const profileDeclarations = `/** Marks a piece of work as a unit of the profile. Without the profiler it calls the function and does nothing else. */
export declare function unit<T>(name: string, act: () => T): T;

/** The commands of one line of the program. */
export interface TripLine {
  /** Relative to the working directory; empty where no line of the program was seen. */
  file: string;
  line: number;
  column: number;
  /** \`GET\`, or several as \`HGET/GET\`. */
  command: string;
  commands: number;
  /** Round trips one after another. Lines that send side by side share theirs. */
  trips: number;
}

export interface RecordedTrips<T> {
  /** Round trips that the function waited for, one after another. */
  trips: number;
  commands: number;
  /** The line with the most round trips first. */
  lines: TripLine[];
  /** The value that the function gave. */
  result: T;
}

/** Counts the round trips to Redis that a function waits for: \`expect(await trips(() => handler(request))).toBeLessThanOrEqual(3)\`. With \`max\`, more of them are an error that names the lines. Rejects with what the function throws, and where no client library is found. */
export declare function trips(act: () => unknown, options?: { max?: number }): Promise<number>;

/** The same, with the lines that sent the commands and what the function gave. */
export declare function recordTrips<T>(act: () => T): Promise<RecordedTrips<Awaited<T>>>;

/** A function waited for more round trips than it may. */
export declare class TooManyTrips extends Error {
  readonly trips: number;
  readonly max: number;
  readonly lines: readonly TripLine[];
}
`;

/** The types of the package, as TypeScript declares them. */
export const declarations = (): string =>
  [
    called,
    `/** A way to send commands; ${programStrategy}: code of the user. */\nexport type Strategy = ${[...strategyIds(), programStrategy].map((id) => JSON.stringify(id)).join(' | ')};\n`,
    ...[...publishedTypes()].map(
      ([name, schema]) => `${comment(schema.description)}export type ${name} = ${typeOf(schema)};\n`,
    ),
  ].join('\n');

/** The strategies that lists offer: a file each, named after it. */
const strategyIds = () =>
  readdirSync(new URL('../../shared/strategies/', import.meta.url)).map((file) => file.replace(/\.ts$/, ''));

/** A tag has to begin its line. A part that is left out has the defaults of its fields. */
function comment(description?: string, byDefault?: unknown): string {
  if (description === undefined) return '';
  const text = description.replaceAll('*/', '* /');
  if (byDefault === undefined || JSON.stringify(byDefault) === '{}') return `/** ${text} */\n`;
  return `/**\n * ${text}\n * @default ${JSON.stringify(byDefault)}\n */\n`;
}

function typeOf(schema: PublishedSchema): string {
  if (schema.$ref !== undefined) return typeNameOf(schema.$ref);
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  const union = schema.anyOf ?? schema.oneOf;
  if (union) return [...new Set(union.map(typeOf))].join(' | ');
  if (Array.isArray(schema.type)) return schema.type.map((type) => typeOf({ ...schema, type })).join(' | ');
  if (schema.allOf) return schema.allOf.map((one) => `(${typeOf(one)})`).join(' & ');
  switch (schema.type) {
    case 'integer':
      return 'number';
    case 'string':
    case 'number':
    case 'boolean':
    case 'null':
      return schema.type;
    case 'array':
      return arrayOf(schema);
    case 'object':
      return objectOf(schema);
    case undefined:
      return 'unknown';
    default:
      throw new Error(`no declaration for ${JSON.stringify(schema)}`);
  }
}

function arrayOf({ prefixItems, items }: PublishedSchema): string {
  if (prefixItems) return `[${prefixItems.map(typeOf).join(', ')}]`;
  const item = items ? typeOf(items) : 'unknown';
  return /^\w+$/.test(item) ? `${item}[]` : `(${item})[]`;
}

function objectOf({ properties, required = [], additionalProperties }: PublishedSchema): string {
  if (!properties) {
    const values = typeof additionalProperties === 'object' ? typeOf(additionalProperties) : 'unknown';
    return `Record<string, ${values}>`;
  }
  const fields = Object.entries(properties).map(([name, field]) => {
    const key = /^\w+$/.test(name) ? name : JSON.stringify(name);
    const [mark, absent] = required.includes(name) ? ['', ''] : ['?', ' | undefined'];
    const declared = `${comment(field.description, field.default)}${key}${mark}: ${name === 'strategy' ? 'Strategy' : typeOf(field)}${absent};`;
    return declared.replaceAll(/^/gm, '  ');
  });
  return `{\n${fields.join('\n')}\n}`;
}
