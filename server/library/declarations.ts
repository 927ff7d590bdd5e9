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
  /** Runs functions also on a server that is not Roundtrip's own. */
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

/** For \`expect.extend(matchers)\` of Vitest and Jest. */
export declare const matchers: {
  /** Whether a lane is faster than the first one by more than a factor, with its whole 95 % interval. \`lane\`: the last one, unless another is named. */
  toBeFasterThan(result: Pick<Result, 'lanes' | 'comparisons'>, baseline: string, by?: number, lane?: string): { pass: boolean; message: () => string };
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

/** The type of `import { unit } from '@roundtrip-lab/roundtrip/profile'`. */
export const profileDeclarations = `/** Marks a piece of work as a unit of the profile. Without the profiler it calls the function and does nothing else. */
export declare function unit<T>(name: string, act: () => T): T;
`;

/** The types of the package, as TypeScript declares them. */
export const declarations = (): string =>
  [
    called,
    ...[...publishedTypes()].map(
      ([name, schema]) => `${comment(schema.description)}export type ${name} = ${typeOf(schema)};\n`,
    ),
  ].join('\n');

const comment = (text?: string) => (text === undefined ? '' : `/** ${text.replaceAll('*/', '* /')} */\n`);

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
    const declared = `${comment(field.description)}${key}${mark}: ${typeOf(field)}${absent};`;
    return declared.replaceAll(/^/gm, '  ');
  });
  return `{\n${fields.join('\n')}\n}`;
}
