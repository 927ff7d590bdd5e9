import { expect, test } from 'vitest';
import { en } from '../../../client/src/messages/en.ts';
import { withIds } from '../../../client/src/plan/draft-lanes.ts';
import { PlanDraft } from '../../../client/src/plan/plan-draft.svelte.ts';
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
  expect(plan.schedule).toMatchObject({ mode: 'turns', sliceMs: 125 });
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
  draft.set('target', target);
  expect([draft.toInput().network?.rttMs, strategiesOf(draft).includes('multi-key')]).toEqual([
    rttMs,
    hasMultiKey,
  ]);
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

test('There is always a lane, and never one too many', () => {
  const draft = new PlanDraft(en);
  for (let n = 0; n < 20; n++) draft.addLane('pipeline');
  expect(draft.lanes).toHaveLength(8);
  expect(draft.canAddLane).toBe(false);
  for (let n = 0; n < 20; n++) draft.removeLane(0);
  expect(draft.lanes).toHaveLength(1);
  expect(draft.canRemoveLane).toBe(false);
});

test('What is out of bounds is named as the server names it', () => {
  const draft = new PlanDraft(en);
  draft.setValue('clients', 0);
  draft.setValue('durationMs', NaN);
  expect([...draft.problems.keys()]).toEqual(['workload.clients', 'workload.durationMs']);
});

test('A turn follows the time and the round trip, until a run with another one is taken over', () => {
  const draft = new PlanDraft(en);
  expect(draft.sliceMs).toBe(125);
  draft.setValue('rttMs', 13);
  expect(draft.sliceMs).toBe(250);
  draft.setValue('rttMs', 50);
  expect(draft.sliceMs).toBe(400);
  draft.setValue('durationMs', 5000);
  expect([draft.sliceMs, parsePlan(draft.toInput()).workload.warmupMs]).toEqual([500, 2000]);
  draft.setValue('durationMs', 2000);
  draft.setValue('rttMs', 1);
  expect([draft.sliceMs, draft.isUntouched]).toEqual([125, true]);
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
  draft.set('schedule.mode', 'race');
  expect([draft.canBePrecise, draft.precision]).toEqual([false, undefined]);
  expect(parsePlan(draft.toInput()).schedule.precision).toBeUndefined();
  draft.set('schedule.mode', 'turns');
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
  // 1.25 s of warm-up and 2 s counted, with 50 ms to settle before each of 16 turns and 12 ms around each of 26.
  expect(draft.estimatedMs).toBe(5 * (3250 + 16 * 50 + 26 * 12));
  draft.set('schedule.mode', 'race');
  expect(draft.estimatedMs).toBe(3250 + 2 * 50 + 4 * 12);
});

test('A length of the run that the page offers goes with its schedule', () => {
  const draft = new PlanDraft(en);
  const state = () => {
    const { workload, schedule } = parsePlan(draft.toInput());
    return [draft.length, workload.durationMs, workload.warmupMs, schedule.sliceMs, schedule.untilStopped];
  };
  expect(state()).toEqual(['short', 2000, 1250, 125, undefined]);
  draft.setLength('long');
  expect(state()).toEqual(['long', 7000, 1250, 125, undefined]);
  draft.setLength('untilStopped');
  expect(state()).toEqual(['untilStopped', 2000, 1250, 125, true]);
  draft.setMode('race');
  expect(state().slice(0, 2)).toEqual(['short', 10_000]);
  expect(draft.canLastUntilStopped).toBe(false);
  draft.setMode('turns');
  expect(state()).toEqual(['short', 2000, 1250, 125, undefined]);
  draft.setPrecise(true);
  expect(draft.length).toBe(null);
  draft.setLength('untilStopped');
  expect(draft.precision).toBe(undefined);
  draft.setValue('durationMs', 2500);
  draft.setLength('short');
  draft.setValue('durationMs', 2500);
  expect(draft.length).toBe(null);
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
  draft.set('server.persistence', 'aof-always');
  draft.set('server.tls', true);
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
  draft.set('server.persistence', 'rdb');
  draft.setValue('ioThreads', 0);
  draft.set('target', 'staging');
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

test('A run until stopped is carried like any other setting', () => {
  const draft = new PlanDraft(en);
  const timed = parsePlan(draft.toInput());
  draft.set('schedule.untilStopped', true);
  const plan = parsePlan(draft.copy().toInput());
  expect([plan.schedule.untilStopped, draft.differsFrom(timed)]).toEqual([true, true]);
  draft.reset();
  draft.adopt(plan);
  expect(parsePlan(draft.toInput())).toEqual(plan);
});
