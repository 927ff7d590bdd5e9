import { expect, test } from 'vitest';
import { en } from '../../../client/src/messages/en.ts';
import { draftFacts, runFacts } from '../../../client/src/plan/plan-facts.ts';
import { PlanDraft } from '../../../client/src/plan/plan-draft.svelte.ts';
import { aboutSearch } from '../../../client/src/outcomes/search/about.ts';
import { parsePlan } from '../../../shared/plan/parse-plan.ts';
import { type PlanInput } from '../../../shared/contract/plan.ts';

const batches = (strategy: string) => strategy !== 'one-by-one';
const lanes = (...own: (Record<string, unknown> | undefined)[]): PlanInput['lanes'] =>
  own.map((workload, index) => ({
    strategy: index === 0 ? 'one-by-one' : 'pipeline',
    ...(workload === undefined ? {} : { workload }),
  }));

function said(input: PlanInput) {
  const plan = parsePlan(input);
  const draft = new PlanDraft(en);
  draft.adopt(plan);
  const facts = runFacts(plan, batches, en);
  expect(draftFacts(draft, batches, en)).toEqual(facts);
  return facts;
}

test('What all lanes share is said once', () => {
  expect(said({ workload: { clients: 1, pipeline: 32, dataSize: 2048 }, lanes: lanes({}, {}) })).toEqual({
    sent: ['SET', '1 client', 'batch size 32', '2.0 KiB payload'],
    network: 'network: direct',
  });
});

test('The batch size is that of the lanes which batch, whatever they were to share', () => {
  expect(said({ workload: { pipeline: 16 }, lanes: lanes(undefined, { pipeline: 1000 }) }).sent).toContain(
    'batch size 1000',
  );
  expect(said({ lanes: lanes(undefined) }).sent.join()).not.toContain('batch size');
});

test('Where lanes differ in something, it says that and no figure', () => {
  const { sent, network } = said({
    workload: { pipeline: 16 },
    lanes: [
      ...lanes(undefined, { pipeline: 1000, clients: 2 }, { commands: ['get'], dataSize: 5 }),
      { strategy: 'pipeline', network: { rttMs: 20, jitterMs: 0 } },
    ],
  });
  expect(sent).toEqual([
    'commands differ by lane',
    'clients differ by lane',
    'batch size differs by lane',
    'payload differs by lane',
  ]);
  expect(network).toBe('network differs by lane');
});

test('What was changed while it ran stands beside what it was, but for lanes with settings of their own', () => {
  const factsAfter = (...own: (Record<string, unknown> | undefined)[]) =>
    runFacts(parsePlan({ lanes: lanes(...own), network: { rttMs: 1, jitterMs: 0 } }), batches, en, [
      { atMs: 1, tuning: { pipeline: 32 } },
      { atMs: 2, tuning: { pipeline: 64, clients: 20, dataSize: 2048 } },
      { atMs: 3, tuning: { network: { rttMs: 20, jitterMs: 0 } } },
    ]);
  expect(factsAfter({}, {})).toEqual({
    sent: ['SET', '10 → 20 clients', 'batch size 16 → 64', '100 B → 2.0 KiB payload'],
    network: 'network: 1 ms round trip → 20 ms round trip',
  });
  expect(factsAfter({}, { pipeline: 8 }).sent).toContain('batch size 8');
});

test('A mix that all lanes send is said with its weights', () => {
  const workload: PlanInput['workload'] = { commands: ['set', 'get'], ratio: [1, 10] };
  expect(said({ workload, lanes: lanes({}, {}) }).sent[0]).toBe('SET + GET 1:10');
});

test('A range of sizes, a rate, threads and a command of one’s own are told as what they are', () => {
  const workload: PlanInput['workload'] = {
    commands: ['custom'],
    customCommand: 'GETSET __key__ __data__',
    dataSizeRange: [10, 2048],
    clients: 4,
    threads: 2,
    rps: 1000,
  };
  expect(said({ workload, lanes: lanes({}) }).sent).toEqual([
    'GETSET __key__ __data__',
    '4 clients',
    '2 threads',
    '10 B–2.0 KiB payload',
    '1,000 commands/s asked for',
  ]);
  expect(aboutSearch({ workload }, 'Private', en)).toBe(
    'GETSET __key__ __data__ · 4 clients · 2 threads · 10 B–2.0 KiB payload · 1,000 commands/s asked for · network: direct · Private',
  );
  const withoutData = { commands: ['custom' as const], customCommand: 'HGET __key__ f' };
  expect(aboutSearch({ workload: withoutData }, undefined, en)).toBe(
    'HGET __key__ f · 10 clients · network: direct',
  );
  expect(aboutSearch({}, undefined, en)).toBe('SET · 10 clients · 100 B payload · network: direct');
  expect(aboutSearch({ client: 'glide' }, 'Private', en)).toBe(
    'SET · 10 clients · 100 B payload · GLIDE · network: direct · Private',
  );
});

test('A rate, a range or threads of one lane alone differ by lane; a new rate stands beside the old', () => {
  const own = { rps: 500, threads: 2, dataSizeRange: [1, 2] };
  expect(said({ lanes: lanes({}, own) }).sent).toEqual([
    'SET',
    '10 clients',
    'threads differ by lane',
    'batch size 16',
    'payload differs by lane',
    'rate differs by lane',
  ]);
  const plan = parsePlan({ workload: { rps: 1000 }, lanes: lanes({}, {}) });
  expect(runFacts(plan, batches, en, [{ atMs: 1, tuning: { rps: 2000 } }]).sent).toContain(
    '1,000 → 2,000 commands/s asked for',
  );
});
