import { expect, test } from 'vitest';
import { en } from '../../../client/src/messages/en.ts';
import { withIds } from '../../../client/src/plan/draft-lanes.ts';
import { PlanDraft } from '../../../client/src/plan/plan-draft.svelte.ts';
import type { FieldName } from '../../../client/src/plan/plan-fields.ts';
import { parsePlan, parseTuning } from '../../../shared/plan/parse-plan.ts';
import { presetIds } from '../../../shared/plan/workload-presets.ts';

test('The first plan compares five ways with 10 clients and batches of 16, in the same zone', () => {
  const plan = parsePlan(new PlanDraft(en).toInput());
  expect(plan.lanes.map(({ strategy }) => strategy)).toEqual([
    'one-by-one',
    'concurrent',
    'auto-pipeline',
    'pipeline',
    'multi-key',
  ]);
  expect(plan.workload).toMatchObject({ commands: ['set'], clients: 10, pipeline: 16 });
  expect(plan.workload).toMatchObject({ durationMs: 2000, warmupMs: 1250 });
  expect(plan.schedule).toMatchObject({ mode: 'turns', sliceMs: 250 });
  expect(plan.network).toEqual({ rttMs: 1, jitterMs: 0 });
});

const strategiesOf = (draft: PlanDraft) => draft.lanes.map(({ strategy }) => strategy);
const offered = [
  { id: 'embedded', kind: 'embedded' },
  { id: 'staging', kind: 'url' },
  { id: 'sharded', kind: 'url', isCluster: true },
] as const;

test.each([
  ['embedded', 1, true],
  ['cluster', 1, false],
  ['staging', undefined, true],
  ['sharded', undefined, false],
] as const)('On %s a new page adds %s ms, and has MSET: %s', (target, rttMs, hasMultiKey) => {
  const draft = new PlanDraft(en);
  draft.offer(offered);
  draft.setTarget(target);
  expect([draft.toInput().network?.rttMs, strategiesOf(draft).includes('multi-key')]).toEqual([
    rttMs,
    hasMultiKey,
  ]);
  expect(draft.isUntouched).toBe(true);
});

test('Lanes that nobody has chosen follow the command, also after a run of them', () => {
  const draft = new PlanDraft(en);
  draft.setMix([{ command: 'get', weight: 1 }]);
  draft.adopt(parsePlan(draft.toInput()));
  expect(strategiesOf(draft)).toContain('multi-key');
  draft.setMix([{ command: 'incr', weight: 1 }]);
  draft.adopt(parsePlan(draft.toInput()));
  expect(strategiesOf(draft)).not.toContain('multi-key');
  draft.setMix([{ command: 'set', weight: 1 }]);
  expect(strategiesOf(draft)).toContain('multi-key');
});

test('A plan from elsewhere keeps its lanes, and that nothing is in between', () => {
  const four = ['one-by-one', 'concurrent', 'auto-pipeline', 'pipeline'];
  const draft = new PlanDraft(en);
  draft.adopt(parsePlan({ lanes: four.map((strategy) => ({ strategy })) }));
  expect([strategiesOf(draft), draft.toInput().network]).toEqual([four, undefined]);
  draft.setMix([{ command: 'get', weight: 1 }]);
  expect(strategiesOf(draft)).toEqual(four);
});

test('Where nothing is added, nothing is put in between', () => {
  const draft = new PlanDraft(en);
  draft.setValue('rttMs', 0);
  expect(parsePlan(draft.toInput()).network).toBeUndefined();
  draft.setValue('bandwidthMbit', 100);
  expect(parsePlan(draft.toInput()).network).toEqual({ rttMs: 0, jitterMs: 0, bandwidthMbit: 100 });
  draft.setValue('bandwidthMbit', Infinity);
  expect(draft.toInput().network).toBeUndefined();
});

test('A network is a part of the plan: another is a change', () => {
  const draft = new PlanDraft(en);
  const plan = parsePlan({ ...draft.toInput(), network: { rttMs: 20, jitterMs: 2, bandwidthMbit: 50 } });
  expect(draft.differsFrom(plan)).toBe(true);
  draft.adopt(plan);
  expect(['rttMs', 'jitterMs', 'bandwidthMbit'].map((name) => draft.value(name as FieldName))).toEqual([
    20, 2, 50,
  ]);
  expect(draft.differsFrom(plan)).toBe(false);
});

test('Agents are a part of the plan: another number is a change, and a copy has the same', () => {
  const draft = new PlanDraft(en);
  expect(draft.toInput().agents).toBeUndefined();
  const plan = parsePlan({ ...draft.toInput(), target: 'shop', agents: 3 });
  expect(draft.differsFrom(plan)).toBe(true);
  draft.adopt(plan);
  expect([draft.differsFrom(plan), draft.isUntouched]).toEqual([false, false]);
  expect(draft.copy().toInput()).toMatchObject({ target: 'shop', agents: 3 });
  draft.setAgents(2);
  expect(draft.differsFrom(plan)).toBe(true);
  draft.setAgents(undefined);
  expect(draft.isUntouched).toBe(true);
});

test('A live change moves what it names, but for what is being moved here', () => {
  const draft = new PlanDraft(en);
  draft.follow(
    { pipeline: 64, clients: 3, network: { rttMs: 5, jitterMs: 0 } },
    (name) => name === 'clients',
  );
  expect([draft.value('pipeline'), draft.value('clients'), draft.value('rttMs')]).toEqual([64, 10, 5]);
  expect(draft.value('bandwidthMbit')).toBe(Infinity);
});

test('What was changed during the run has not changed since', () => {
  const draft = new PlanDraft(en);
  const plan = parsePlan(draft.toInput());
  draft.adopt(plan);
  draft.setValue('pipeline', 64);
  expect(draft.differsFrom(plan)).toBe(true);
  expect(draft.differsFrom(plan, [{ pipeline: 32 }, { pipeline: 64 }])).toBe(false);
});

test('What was moved is sent by name, the network as a whole', () => {
  const draft = new PlanDraft(en);
  draft.setValue('rttMs', 1);
  draft.setValue('pipeline', 128);
  draft.setValue('jitterMs', 0.5);
  expect(parseTuning(draft.tuningOf(['pipeline', 'jitterMs']))).toEqual({
    pipeline: 128,
    network: { rttMs: 1, jitterMs: 0.5 },
  });
});

test('A change of the draft is a change of the plan', () => {
  const draft = new PlanDraft(en);
  draft.setValue('clients', 50);
  draft.setValue('durationMs', 2000);
  draft.setMix([{ command: 'get', weight: 1 }]);
  draft.setMode('race');
  draft.setTarget('compare');
  draft.chooseStrategy(2, 'pipeline');
  draft.removeLane(4);
  draft.removeLane(1);
  draft.removeLane(0);
  draft.addLane('one-by-one');
  const plan = parsePlan(draft.toInput());
  expect(plan.target).toBe('compare');
  expect(plan.workload).toMatchObject({ clients: 50, durationMs: 2000, commands: ['get'] });
  expect(plan.schedule).toMatchObject({ mode: 'race', sliceMs: 1000 });
  expect(plan.lanes.map(({ strategy }) => strategy)).toEqual(['pipeline', 'pipeline', 'one-by-one']);
});

test('Lanes are known by the ids that the server will give them', () => {
  const draft = new PlanDraft(en);
  draft.removeLane(4);
  draft.chooseStrategy(0, 'pipeline');
  draft.addLane('pipeline');
  const given = parsePlan(draft.toInput()).lanes.map(({ id }) => id);
  expect(draft.lanes.map(({ id }) => id)).toEqual(given);
  expect(given).toEqual(['pipeline', 'concurrent', 'auto-pipeline', 'pipeline-2', 'pipeline-3']);
});

test('There is always a lane, and never one too many', () => {
  const draft = new PlanDraft(en);
  for (let n = 0; n < 20; n++) draft.addLane('pipeline');
  expect(draft.lanes).toHaveLength(8);
  expect(draft.canAddLane).toBe(false);
  for (let n = 0; n < 20; n++) draft.removeLane(0);
  expect(draft.lanes).toHaveLength(1);
  expect(draft.canRemoveLane).toBe(false);
});

test('A plan from elsewhere is run again as it was, with what the page has no control for', () => {
  const plan = parsePlan({
    network: { rttMs: 20 },
    workload: { clients: 20, keyPattern: 'Z', resp: 2, rps: 5000, warmupMs: 500 },
    lanes: [
      { strategy: 'one-by-one', label: 'Today' },
      { strategy: 'pipeline', network: { rttMs: 0.5 }, workload: { pipeline: 128 } },
    ],
    schedule: { order: 'random', sliceMs: 300 },
    bystander: { rps: 50 },
  });
  const draft = new PlanDraft(en);
  draft.adopt(plan);
  expect(draft.differsFrom(plan)).toBe(false);
  expect(parsePlan(draft.toInput())).toEqual({
    ...plan,
    lanes: plan.lanes.map((lane) => ({ ...lane })),
  });
});

test('Another client watches where it is asked to, which takes two seconds more', () => {
  const draft = new PlanDraft(en);
  const [plan, beforeMs] = [parsePlan(draft.toInput()), draft.estimatedMs];
  draft.adopt(plan);
  draft.setWatched(true);
  expect(parsePlan(draft.toInput()).bystander).toEqual({ rps: 100 });
  expect(draft.estimatedMs).toBe(beforeMs + 2000);
  expect(draft.differsFrom(plan)).toBe(true);
  draft.setWatched(false);
  expect(draft.toInput()).not.toHaveProperty('bystander');
  expect(draft.differsFrom(plan)).toBe(false);
});

test('A draft that was moved and moved back does not differ', () => {
  const plan = parsePlan(new PlanDraft(en).toInput());
  const draft = new PlanDraft(en);
  draft.adopt(plan);
  draft.setValue('clients', 11);
  draft.setMix([{ command: 'get', weight: 1 }]);
  expect(draft.differsFrom(plan)).toBe(true);
  draft.setValue('clients', 10);
  draft.setMix([{ command: 'set', weight: 1 }]);
  expect(draft.differsFrom(plan)).toBe(false);
});

test('What is out of bounds is named as the server names it', () => {
  const draft = new PlanDraft(en);
  draft.setValue('clients', 0);
  draft.setValue('durationMs', NaN);
  expect([...draft.problems.keys()]).toEqual(['workload.clients', 'workload.durationMs']);
});

test('A turn follows the time and the round trip, until a run with another one is taken over', () => {
  const draft = new PlanDraft(en);
  expect(draft.sliceMs).toBe(250);
  draft.setValue('rttMs', 50);
  expect(draft.sliceMs).toBe(400);
  draft.setValue('durationMs', 5000);
  expect([draft.sliceMs, parsePlan(draft.toInput()).workload.warmupMs]).toEqual([500, 2000]);
  draft.setValue('durationMs', 2000);
  draft.setValue('rttMs', 1);
  expect([draft.sliceMs, draft.isUntouched]).toEqual([250, true]);
  draft.setValue('rttMs', 50);
  draft.setValue('durationMs', 15_000);
  expect(draft.sliceMs).toBe(750);
  expect(draft.toInput().schedule).not.toHaveProperty('sliceMs');
  const plan = parsePlan({ ...draft.toInput(), schedule: { sliceMs: 300 } });
  draft.adopt(plan);
  draft.setValue('rttMs', 100);
  expect(draft.sliceMs).toBe(300);
  draft.setValue('durationMs', 5000);
  expect(draft.sliceMs).toBe(1000);
});

test('A run may last until its ratios are precise, where it has ratios that are fair', () => {
  const draft = new PlanDraft(en);
  const before = parsePlan(draft.toInput());
  draft.setPrecise(true);
  const plan = parsePlan(draft.toInput());
  expect(plan.schedule).toMatchObject({ precision: 0.03, maxDurationMs: 60_000 });
  draft.adopt(plan);
  expect(draft.differsFrom(plan)).toBe(false);
  expect(draft.differsFrom(before)).toBe(true);
  draft.setMode('race');
  expect([draft.canBePrecise, draft.precision]).toEqual([false, undefined]);
  expect(parsePlan(draft.toInput()).schedule.precision).toBeUndefined();
  draft.setMode('turns');
  expect(draft.precision).toBe(0.03);
  draft.setPrecise(false);
  expect(draft.differsFrom(before)).toBe(false);

  expect(draft.maxDurationMs).toBe(60_000);
  draft.setValue('durationMs', 90_000);
  expect(draft.maxDurationMs).toBe(90_000);
  draft.adopt(parsePlan({ ...before, schedule: { ...before.schedule, starts: 3 } }));
  expect(draft.canBePrecise).toBe(false);

  const other = parsePlan({
    ...before,
    schedule: { ...before.schedule, precision: 0.1, maxDurationMs: 9000 },
  });
  draft.adopt(other);
  expect(draft.maxDurationMs).toBe(9000);
  expect(draft.differsFrom(other)).toBe(false);
  expect(parsePlan(draft.toInput()).schedule).toEqual(other.schedule);
});

test('The time that a run takes counts every lane in turns, and one in a race', () => {
  const draft = new PlanDraft(en);
  // 1.25 s of warm-up and 2 s counted are 13 turns, with 50 ms to settle before each; 4 in a race.
  expect(draft.estimatedMs).toBe(5 * 3900);
  draft.setMode('race');
  expect(draft.estimatedMs).toBe(3450);
});

test('The same strategy twice gets numbered ids', () => {
  expect(withIds([{ strategy: 'a' }, { strategy: 'a' }, { strategy: 'a' }]).map(({ id }) => id)).toEqual([
    'a',
    'a-2',
    'a-3',
  ]);
});

test('What is asked of the private server is a part of the plan, and nothing is said of the usual one', () => {
  const draft = new PlanDraft(en);
  expect(draft.toInput().server).toBeUndefined();
  const usual = parsePlan(draft.toInput());
  draft.setServer({ persistence: 'aof-always', tls: true });
  draft.setValue('ioThreads', 4);
  draft.setValue('maxMemoryBytes', 64 * 1024 ** 2);
  const plan = parsePlan(draft.toInput());
  expect(plan.server).toEqual({
    persistence: 'aof-always',
    ioThreads: 4,
    maxMemoryBytes: 64 * 1024 ** 2,
    tls: true,
    access: 'open',
  });
  expect(draft.differsFrom(usual)).toBe(true);
  const other = new PlanDraft(en);
  other.adopt(plan);
  expect(other.differsFrom(plan)).toBe(false);
  expect([other.value('ioThreads'), other.server?.persistence]).toEqual([4, 'aof-always']);
  draft.setValue('ioThreads', 0);
  expect([...draft.problems.keys()]).toEqual(['server.ioThreads']);
});

test('A server that is not ours is asked nothing', () => {
  const draft = new PlanDraft(en);
  draft.setServer({ persistence: 'rdb' });
  draft.setValue('ioThreads', 0);
  draft.setTarget('staging');
  expect(draft.canSetUpServer).toBe(false);
  expect(draft.toInput().server).toBeUndefined();
  expect(draft.problems.size).toBe(0);
});

test('A preset sets what is sent and how, and is known again', () => {
  const draft = new PlanDraft(en);
  expect(draft.preset).toBe('plain');
  draft.usePreset('sessionCache');
  const { workload } = parsePlan(draft.toInput());
  expect(workload).toMatchObject({ commands: ['setex', 'get'], ratio: [1, 10], dataSize: 500, clients: 20 });
  expect(draft.preset).toBe('sessionCache');
  draft.setValue('clients', 21);
  expect(draft.preset).toBeNull();
  draft.usePreset('plain');
  expect(draft.mix).toEqual([{ command: 'set', weight: 1 }]);
});

test.each(presetIds)('The preset %s is a plan that can be run', (id) => {
  const draft = new PlanDraft(en);
  draft.usePreset(id);
  expect(draft.problems.size).toBe(0);
  const other = new PlanDraft(en);
  other.adopt(parsePlan(draft.toInput()));
  expect(other.preset).toBe(id);
});

test('A mix has weights, and a line of one’s own where it is asked for', () => {
  const draft = new PlanDraft(en);
  draft.setMix([
    { command: 'custom', weight: 0 },
    { command: 'get', weight: 3 },
  ]);
  expect([...draft.problems.keys()]).toEqual(['workload.ratio', 'workload.customCommand']);
  const own = { command: 'custom', weight: 1, line: 'SET __key__ 1' } as const;
  draft.setMix([own, { command: 'get', weight: 3 }]);
  const { workload } = parsePlan(draft.toInput());
  expect(workload).toMatchObject({
    commands: ['custom', 'get'],
    ratio: [1, 3],
    customCommand: 'SET __key__ 1',
  });
  draft.setMix([own, { command: 'get', weight: 3 }, { ...own, line: 'TTL __key__' }]);
  expect(parsePlan(draft.toInput()).workload).toMatchObject({
    commands: ['custom', 'get', 'custom'],
    customCommands: ['SET __key__ 1', 'TTL __key__'],
  });
  expect(draft.mix.map(({ line }) => line)).toEqual(['SET __key__ 1', undefined, 'TTL __key__']);
  draft.setMix([{ command: 'get', weight: 3 }]);
  expect(parsePlan(draft.toInput()).workload).toEqual(
    expect.not.objectContaining({ customCommand: expect.anything(), customCommands: expect.anything() }),
  );
});

test('One size takes the place of sizes that are drawn', () => {
  const draft = new PlanDraft(en);
  draft.adopt(parsePlan({ workload: { dataSizeRange: [10, 2048] }, lanes: [{ strategy: 'pipeline' }] }));
  draft.setValue('clients', 7);
  expect([draft.workload.dataSizeRange, parsePlan(draft.toInput()).workload.dataSizeRange]).toEqual([
    [10, 2048],
    [10, 2048],
  ]);
  draft.setValue('dataSize', 500);
  expect(draft.workload.dataSizeRange).toBeUndefined();
  expect(parsePlan(draft.toInput()).workload).toMatchObject({ clients: 7, dataSize: 500 });
  expect(parsePlan(draft.toInput()).workload).not.toHaveProperty('dataSizeRange');
});

test('A rate is a part of the plan only while the pace is fixed', () => {
  const draft = new PlanDraft(en);
  draft.setPaced(true);
  expect(parsePlan(draft.toInput()).workload.rps).toBe(1000);
  draft.setWorkload({ arrivals: 'poisson' });
  expect(parsePlan(draft.toInput()).workload).toMatchObject({ rps: 1000, arrivals: 'poisson' });
  draft.setWorkload({ arrivals: undefined });
  expect(parsePlan(draft.toInput()).workload).not.toHaveProperty('arrivals');
  draft.setWorkload({ arrivals: 'poisson' });
  draft.setPaced(false);
  expect(parsePlan(draft.toInput()).workload).not.toHaveProperty('rps');
  expect(parsePlan(draft.toInput()).workload).not.toHaveProperty('arrivals');
});

test('A network that adds nothing is put in between only when it is to be moved later', () => {
  const draft = new PlanDraft(en);
  draft.setValue('rttMs', 0);
  draft.setKeepsNetwork(true);
  const plan = parsePlan(draft.toInput());
  expect(plan.network).toEqual({ rttMs: 0, jitterMs: 0 });
  const other = new PlanDraft(en);
  other.adopt(plan);
  expect(other.keepsNetwork).toBe(true);
});

test('Written units take the place of commands, in the three ways that carry them out, until a command is chosen', () => {
  const draft = new PlanDraft(en);
  const initial = strategiesOf(draft);
  draft.usePreset('sessionCache');
  draft.write('');
  expect(strategiesOf(draft)).toEqual(['one-by-one', 'auto-pipeline', 'pipeline']);
  expect([...draft.problems.keys()]).toEqual(['written']);
  expect([draft.allows('pipeline'), draft.allows('multi')]).toEqual([true, false]);
  const written = { name: 'x', units: [{ stages: [{ commands: [{ command: 'GET a' }] }] }] };
  draft.write(JSON.stringify(written), written);
  expect(draft.problems.size).toBe(0);
  expect(parsePlan(draft.toInput())).toMatchObject({ written, workload: { commands: ['set'] } });
  // What is typed next is not known to be right.
  draft.write('{');
  expect([draft.problems.size, draft.toInput().written]).toEqual([1, undefined]);
  draft.setMix([{ command: 'get', weight: 1 }]);
  expect([draft.isWritten, strategiesOf(draft)]).toEqual([false, initial]);
});
