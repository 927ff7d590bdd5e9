import * as z from 'zod/mini';
import { meanings } from '../../../shared/contract/describe.ts';
import { agentListSchema, agentStatusSchema } from '../../../shared/contract/agents.ts';
import {
  bystanderFiguresSchema,
  clientFiguresSchema,
  serialisedErrorSchema,
  serverFiguresSchema,
  throughputSchema,
} from '../../../shared/contract/figures.ts';
import { keptLessonSchema } from '../../../shared/contract/guesses.ts';
import {
  historyChangeSchema,
  historyEntrySchema,
  historyPageSchema,
  historyRecordSchema,
} from '../../../shared/contract/history.ts';
import {
  errorBodySchema,
  errorDetailsSchema,
  healthSchema,
  joinSchema,
  limitSchema,
  limitsSchema,
  runSummarySchema,
  sessionSchema,
  startedSchema,
  stoppedSchema,
  strategyDescriptionSchema,
  targetDescriptionSchema,
} from '../../../shared/contract/http.ts';
import { laneResultSchema } from '../../../shared/contract/lane-result.ts';
import {
  lessonDescriptionSchema,
  lessonOrderSchema,
  lessonSnapshotSchema,
} from '../../../shared/contract/lesson.ts';
import { liveSampleSchema, liveSnapshotSchema } from '../../../shared/contract/live.ts';
import { completePlanSchema, planSchema } from '../../../shared/contract/plan.ts';
import { stepOutcomeSchema, tableSchema } from '../../../shared/contract/recipe.ts';
import { comparisonSchema, environmentSchema, resultSchema } from '../../../shared/contract/result.ts';
import { sampleSchema } from '../../../shared/contract/run-events.ts';
import {
  searchOrderSchema,
  searchPointSchema,
  searchResultSchema,
  recommendationSchema,
  searchInputSchema,
  searchSnapshotSchema,
} from '../../../shared/contract/search.ts';

/** Bodies of requests. */
const inputSchemas = {
  Plan: planSchema,
  LessonOrder: lessonOrderSchema,
  SearchInput: searchInputSchema,
  HistoryChange: historyChangeSchema,
};

/** What the server answers with, and what it sends over Socket.IO. */
const answerSchemas = {
  Health: healthSchema,
  Session: sessionSchema,
  Strategy: strategyDescriptionSchema,
  Target: targetDescriptionSchema,
  Agent: agentStatusSchema,
  AgentList: agentListSchema,
  Limit: limitSchema,
  Limits: limitsSchema,
  Join: joinSchema,
  CompletePlan: completePlanSchema,
  Result: resultSchema,
  LaneResult: laneResultSchema,
  Environment: environmentSchema,
  Comparison: comparisonSchema,
  Throughput: throughputSchema,
  Bystander: bystanderFiguresSchema,
  ClientFigures: clientFiguresSchema,
  ServerFigures: serverFiguresSchema,
  Failure: serialisedErrorSchema,
  Started: startedSchema,
  Stopped: stoppedSchema,
  RunSummary: runSummarySchema,
  Sample: sampleSchema,
  LiveSample: liveSampleSchema,
  RunSnapshot: liveSnapshotSchema,
  ErrorDetails: errorDetailsSchema,
  Error: errorBodySchema,
  Lesson: lessonDescriptionSchema,
  LessonResult: keptLessonSchema,
  LessonStepResult: stepOutcomeSchema,
  LessonTable: tableSchema,
  LessonSnapshot: lessonSnapshotSchema,
  SearchOrder: searchOrderSchema,
  SearchPoint: searchPointSchema,
  SearchJudgement: recommendationSchema,
  Advice: searchResultSchema,
  SearchSnapshot: searchSnapshotSchema,
  HistoryEntry: historyEntrySchema,
  HistoryPage: historyPageSchema,
  HistoryRecord: historyRecordSchema,
};

/** Schemas of the document, by name. */
type SchemaName = keyof typeof inputSchemas | keyof typeof answerSchemas;

/** Of those that do not say themselves what they are. */
const words: Partial<Record<SchemaName, string>> = {
  Health: 'How the server is doing.',
  Session: 'What the one who asks may do.',
  Strategy: 'A way to send commands.',
  Target: 'A Redis that may be measured.',
  Agent: 'A load machine that has joined the control Redis.',
  AgentList: 'Load machines that runs of this server may have.',
  Limit: 'Bounds of a number.',
  Limits: 'Bounds of every number that a plan, a search or a guess may hold.',
  Join: 'How viewers come in.',
  CompletePlan: 'A plan with every default said.',
  Result:
    'Result of a run, and what a result file holds. Times in ms, sizes in bytes, throughput in commands per second, CPU as a share of one core, unless a field says otherwise.',
  LaneResult: 'What one lane of a run measured.',
  Comparison: 'A lane against the first.',
  Throughput: 'Throughput of a lane, commands per second.',
  Bystander: 'What another client felt.',
  Failure: 'Why something broke off.',
  Started: 'What was started.',
  Stopped: 'What was stopped.',
  RunSummary: 'A line in the list of runs.',
  Sample: 'One lane over one second, or over a slice that is shorter.',
  LiveSample: 'A sample as viewers are told of it.',
  RunSnapshot: 'Event `snapshot`: all that is known of the run in progress, or the last one.',
  ErrorDetails: 'What was wrong.',
  Error: 'Any answer that is no success.',
  Lesson: 'A line in the list of lessons.',
  LessonResult: 'A lesson that is over.',
  LessonStepResult: 'What became of a step of a lesson.',
  LessonTable: 'A table of a lesson.',
  LessonSnapshot: 'Event `lesson`: the lesson in progress, or the last one.',
  SearchOrder: 'What a search is asked, with every default said.',
  SearchPoint: 'A strategy at a batch size, as measured.',
  SearchJudgement: 'What the points of a search say.',
  Advice: 'A search that is over.',
  SearchSnapshot: 'Event `search`: the search in progress, or the last one.',
  HistoryEntry: 'A line in the list of what was kept.',
  HistoryPage: 'A page of that list.',
  HistoryRecord: 'An entry with all that is known of it, by its kind.',
};

/** As far as the page reads it. */
export interface JsonSchema {
  description?: string;
  $ref?: string;
  type?: string | string[];
  const?: string | number | boolean;
  enum?: readonly (string | number)[];
  anyOf?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  prefixItems?: JsonSchema[];
  minimum?: number;
  maximum?: number;
  default?: unknown;
}

/** All of them as JSON Schema; they mention each other. */
export const componentSchemas = (): Record<string, JsonSchema> => ({
  ...asComponents(inputSchemas, 'input'),
  ...asComponents(answerSchemas, 'output'),
});

function asComponents(
  named: Record<string, z.ZodMiniType>,
  io: 'input' | 'output',
): Record<string, JsonSchema> {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(named)) registry.add(schema, { id });
  const { schemas } = z.toJSONSchema(registry, {
    io,
    metadata: meanings,
    unrepresentable: 'any',
    uri: (id) => `#/components/schemas/${id}`,
  });
  return Object.fromEntries(
    Object.entries(schemas).map(([name, { $schema: _schema, $id: _id, ...schema }]) => [
      name,
      { description: words[name as SchemaName], ...schema } as JsonSchema,
    ]),
  );
}

const names = new Map<z.core.$ZodType, string>(
  Object.entries({ ...inputSchemas, ...answerSchemas }).map(([name, schema]) => [schema, name]),
);

/** A schema of a route as JSON Schema: by its name where it has one, else in full. */
export function jsonSchemaOf(schema: z.core.$ZodType, io: 'input' | 'output'): JsonSchema {
  const name = names.get(schema);
  if (name !== undefined) return { $ref: `#/components/schemas/${name}` };
  if (schema instanceof z.ZodMiniArray)
    return { type: 'array', items: jsonSchemaOf(schema._zod.def.element, io) };
  const { $schema: _schema, ...described } = z.toJSONSchema(schema, {
    io,
    metadata: meanings,
    unrepresentable: 'any',
  });
  return described as JsonSchema;
}
