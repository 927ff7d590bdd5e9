import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import * as z from 'zod/mini';
import { InvalidInput } from '../../shared/contract/parse.ts';
import { planSchema } from '../../shared/contract/plan.ts';
import { resultSchema } from '../../shared/contract/result.ts';
import { trendLineSchema } from '../../shared/contract/trend.ts';
import { trendReport } from '../../shared/report/trend.ts';
import { readTrend } from '../../server/cli/gate/trend/file.ts';
import { planFaults } from '../../shared/plan/check/plan-faults.ts';
import { customCommandFault } from '../../shared/plan/check/custom-command.ts';
import { readPlanAddress } from '../../shared/plan/address/read.ts';
import { parsePlan, parseTuning } from '../../shared/plan/parse-plan.ts';
import { readConfig } from '../../server/cli/options/config.ts';
import { readStoredFile } from '../../server/cli/output/result-file.ts';
import { UsageError } from '../../server/cli/exit-codes.ts';
import { NamedTargetsInvalid, readNamedTargets } from '../../server/redis/targets/named-targets.ts';
import { TargetUrlInvalid } from '../../server/redis/connection/target-unusable.ts';
import { readTargetUrl } from '../../server/redis/connection/target-url.ts';
import { capabilitiesOn } from '../../server/engine/run/assert-plan.ts';
import { casesAt, Findings, shown, type Attack } from '../attack.ts';
import { hostileText, hostileValue } from '../hostile-values.ts';
import { nearlyValid, type ValueSchema } from '../schema-values.ts';

const schemaOf = (schema: z.core.$ZodType) =>
  z.toJSONSchema(schema, { unrepresentable: 'any', io: 'input' }) as ValueSchema & {
    $defs?: Record<string, ValueSchema>;
  };
const valuesOf = (schema: z.core.$ZodType) => {
  const described = schemaOf(schema);
  return nearlyValid(described, described.$defs ?? {});
};

const ownErrors = [InvalidInput, UsageError, TargetUrlInvalid, NamedTargetsInvalid];
/** A message that a terminal can show. */
const longestMessage = 20_000;
const slowestMs = 2000;

/** Plans, addresses, links, configurations and results are read or refused with a reason; nothing else happens. */
export const documents: Attack = {
  name: 'documents',
  about: 'plans, addresses, configurations, targets and result files, from their schemas with parts replaced',
  async run({ seed, scale }) {
    const found = new Findings();
    const folder = mkdtempSync(join(tmpdir(), 'roundtrip-campaign-'));
    const inFile = (name: string, content: unknown) => {
      const file = join(folder, name);
      writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
      return file;
    };
    const readers: [name: string, input: fc.Arbitrary<unknown>, read: (input: never) => unknown][] = [
      ['plan', valuesOf(planSchema), parseAndCheck],
      ['tuning', hostileValue, parseTuning],
      ['address', addresses, readPlanAddress],
      ['command', hostileText, customCommandFault],
      ['url', urls, readTargetUrl],
      ['targets', hostileValue, (value) => readNamedTargets({ ROUNDTRIP_TARGETS: JSON.stringify(value) })],
      ['result', valuesOf(resultSchema), (value) => readStoredFile(inFile('result.json', value))],
      ['result file', hostileText, (text) => readStoredFile(inFile('result.txt', text))],
      ['trend', valuesOf(trendLineSchema), (value) => trendOf(inFile('trend.jsonl', value))],
      ['configuration', hostileValue, (value) => readConfig(inFile('roundtrip.config.json', value), folder)],
    ];
    try {
      const each = casesAt(scale, { short: 150, pairs: 3000, full: 10_000 });
      for (const [name, input, read] of readers)
        for (const [index, value] of fc.sample(input, { seed, numRuns: each }).entries())
          found.add(`${name} ${index}: ${shown(value)}`, await stumbleOver(() => read(value as never)));
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
    return found;
  },
};

const trendOf = (file: string) => trendReport({ kind: 'trend', file, lines: readTrend(file).lines });

const urls = fc.oneof(
  hostileText,
  fc
    .tuple(fc.constantFrom('redis:', 'rediss:', 'redis+sentinel:', 'unix:', 'http:'), hostileText)
    .map((parts) => parts.join('//')),
  fc.webUrl({ validSchemes: ['redis', 'rediss'], withQueryParameters: true, withFragments: true }),
);
const addresses = fc.oneof(
  hostileText,
  fc
    .array(
      fc.tuple(
        fc.constantFrom('plan', 'lane', 'clients', 'batchSize', 'network.rttMs', 'server.persistence', 'x'),
        hostileText,
      ),
    )
    .map((pairs) => `#plan=1&${pairs.map(([name, value]) => `${name}=${value}`).join('&')}`),
);

function parseAndCheck(value: unknown) {
  const plan = parsePlan(value);
  return planFaults(
    plan,
    capabilitiesOn({ id: 'embedded', kind: 'embedded' }, { id: 'cluster', kind: 'cluster' }),
  );
}

/** What was wrong with how it was read; `null`: nothing. */
async function stumbleOver(read: () => unknown): Promise<string | null> {
  const before = performance.now();
  try {
    await read();
  } catch (error) {
    if (!ownErrors.some((kind) => error instanceof kind))
      return `threw ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
    const { message } = error as Error;
    if (message.length > longestMessage) return `refused in ${message.length} characters`;
  }
  const tookMs = performance.now() - before;
  return tookMs > slowestMs ? `took ${Math.round(tookMs)} ms` : null;
}
