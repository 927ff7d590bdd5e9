import * as z from 'zod/mini';
import { profileSchema } from '../../shared/contract/profile.ts';
import { commandIds } from '../../shared/commands/workload.ts';
import { meanings } from '../../shared/contract/describe.ts';
import { clientIds } from '../../shared/contract/enums.ts';
import {
  clientFiguresSchema,
  latencySchemaOf,
  serialisedErrorSchema,
  serverFiguresSchema,
  throughputSchema,
} from '../../shared/contract/figures.ts';
import { laneResultSchema } from '../../shared/contract/lane-result.ts';
import {
  completeNetwork,
  completePlanSchema,
  completeServer,
  networkSchema,
  planSchema,
  scheduleSchema,
  serverSchema,
} from '../../shared/contract/plan.ts';
import { comparisonSchema, environmentSchema, resultSchema } from '../../shared/contract/result.ts';
import { runEventSchema, sampleSchema } from '../../shared/contract/run-events.ts';
import { verdictSchema } from '../../shared/contract/verdict.ts';
import { warningSchema } from '../../shared/contract/warning.ts';
import { completeWorkload, laneWorkloadSchema, workloadSchema } from '../../shared/contract/workload.ts';

/** A JSON Schema, as far as ours use it. */
export interface PublishedSchema {
  description?: string;
  default?: unknown;
  $ref?: string;
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  anyOf?: PublishedSchema[];
  oneOf?: PublishedSchema[];
  allOf?: PublishedSchema[];
  properties?: Record<string, PublishedSchema>;
  required?: string[];
  additionalProperties?: PublishedSchema | boolean;
  items?: PublishedSchema | false;
  prefixItems?: PublishedSchema[];
}

/** Fields with a default may be absent in what users write. */
const written = {
  Command: z.enum(commandIds),
  Client: z.enum(clientIds),
  NetworkInput: networkSchema,
  ServerInput: serverSchema,
  ScheduleInput: scheduleSchema,
  WorkloadInput: workloadSchema,
  LaneWorkloadInput: laneWorkloadSchema,
  PlanInput: planSchema,
};
const received = {
  Network: completeNetwork(''),
  Server: completeServer(''),
  Workload: completeWorkload(''),
  Plan: completePlanSchema,
  Environment: environmentSchema,
  Warning: warningSchema,
  SerialisedError: serialisedErrorSchema,
  ClientFigures: clientFiguresSchema,
  ServerFigures: serverFiguresSchema,
  LatencySummary: latencySchemaOf(''),
  Throughput: throughputSchema,
  Verdict: verdictSchema,
  Comparison: comparisonSchema,
  LaneResult: laneResultSchema,
  Result: resultSchema,
  Profile: profileSchema,
  Sample: sampleSchema,
  RunEvent: runEventSchema,
};

const place = '#/$defs/';

const refTo = (name: string) => ({ $ref: `${place}${name}` });
/** The name of the type that a `$ref` leads to. */
export const typeNameOf = ($ref: string): string => $ref.slice(place.length);

/** Every type that other programs may name. Each refers to those before it. */
export function publishedTypes(): Map<string, PublishedSchema> {
  const types = new Map<string, PublishedSchema>();
  const names = new Map<string, string>();
  const withReferences = (_key: string, value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value;
    const name = names.get(contentOf(value));
    if (name === undefined) return value;
    return 'description' in value ? { description: value.description, ...refTo(name) } : refTo(name);
  };
  const add = (schemas: Record<string, z.ZodMiniType>, io: 'input' | 'output') => {
    for (const [name, schema] of Object.entries(schemas)) {
      const { $schema: _, ...json } = z.toJSONSchema(schema, { io, metadata: meanings });
      // From the innermost to the outermost: what is compared has its references.
      const type = JSON.parse(JSON.stringify(json), withReferences) as PublishedSchema;
      types.set(name, type);
      names.set(contentOf(type), name);
    }
  };
  add(written, 'input');
  add(received, 'output');
  return types;
}

/** What a schema accepts, wherever it stands. */
const contentOf = ({ description: _, ...schema }: PublishedSchema): string => JSON.stringify(schema);

/** The JSON Schema of a result file, draft 2020-12. */
export function resultJsonSchema(): object {
  const types = publishedTypes();
  const $defs: Record<string, PublishedSchema> = {};
  const define = (schema: PublishedSchema) =>
    JSON.stringify(schema, (key, value: unknown) => {
      if (key !== '$ref') return value;
      const name = typeNameOf(String(value));
      const type = types.get(name);
      if (type && !(name in $defs)) define(($defs[name] = type));
      return value;
    });
  const result = types.get('Result') ?? {};
  define(result);
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Result of a Roundtrip run',
    description:
      'What `roundtrip bench --json` writes. Times in ms, sizes in bytes, throughput in commands per second, CPU as a share of one core, unless a field says otherwise.',
    ...result,
    $defs,
  };
}
