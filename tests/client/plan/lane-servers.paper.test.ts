import { expect, test } from 'vitest';
import { en } from '../../../client/src/messages/en.ts';
import {
  followServer,
  withLaneProgram,
  withLaneTarget,
  withoutDifferences,
} from '../../../client/src/plan/draft-lanes.ts';
import { PlanDraft } from '../../../client/src/plan/plan-draft.svelte.ts';
import { parsePlan } from '../../../shared/plan/parse-plan.ts';

function draftOf(...strategies: string[]): PlanDraft {
  const draft = new PlanDraft(en);
  draft.adopt(parsePlan({ lanes: strategies.map((strategy) => ({ strategy })) }));
  return draft;
}

test('A program for one lane is a server of its own, with the settings of the others', () => {
  const draft = draftOf('pipeline', 'pipeline');
  draft.set('server.persistence', 'aof-always');
  draft.changeLanes((lanes) => withLaneProgram(lanes, 1, 'valkey-server', draft.server));
  const { lanes } = parsePlan(draft.toInput());
  expect(lanes[0]).not.toHaveProperty('server');
  expect(lanes[1]?.server).toMatchObject({ program: 'valkey-server', persistence: 'aof-always' });
  // The run that it starts is that of this draft.
  expect(draft.lanes.map(({ id }) => id)).toEqual(lanes.map(({ id }) => id));
  expect(draft.differsFrom(parsePlan(draft.toInput()))).toBe(false);
  draft.changeLanes((all) => withoutDifferences(all, 1));
  expect(parsePlan(draft.toInput()).lanes[1]).not.toHaveProperty('server');
});

test('Its server follows what all share, but for what it has of its own', () => {
  const draft = draftOf('pipeline', 'wire');
  draft.changeLanes((lanes) => withLaneProgram(lanes, 1, 'valkey-server', draft.server));
  draft.set('server.ioThreads', 4);
  expect(draft.lanes[1]?.server).toMatchObject({ program: 'valkey-server', ioThreads: 4 });
  const own = followServer(draft.lanes, { ioThreads: 8 }, { ioThreads: 2 });
  expect(own[1]?.server).toMatchObject({ program: 'valkey-server', ioThreads: 4 });
  expect(own[1]?.id).toBe('wire-valkey-server-io-threads-4');
});

test('Another target for one lane is part of its name and of the plan, until it is taken back', () => {
  const draft = draftOf('pipeline', 'pipeline');
  draft.changeLanes((lanes) => withLaneTarget(lanes, 1, 'staging'));
  const { lanes } = parsePlan(draft.toInput());
  expect(lanes.map(({ id, target }) => [id, target])).toEqual([
    ['pipeline', undefined],
    ['pipeline-staging', 'staging'],
  ]);
  expect(draft.lanes.map(({ id }) => id)).toEqual(lanes.map(({ id }) => id));
  draft.changeLanes((all) => withLaneTarget(all, 1, null));
  expect(draft.lanes).toEqual(draftOf('pipeline', 'pipeline').lanes);
});

test('A lane leaves its own settings of the private server behind at another target, and keeps them at that one', () => {
  const draft = draftOf('pipeline', 'wire');
  draft.changeLanes((lanes) => withLaneProgram(lanes, 1, 'valkey-server', draft.server));
  draft.changeLanes((lanes) => withLaneTarget(lanes, 1, 'embedded'));
  expect(draft.lanes[1]?.server).toMatchObject({ program: 'valkey-server' });
  draft.changeLanes((lanes) => withLaneTarget(lanes, 1, 'staging'));
  expect(draft.lanes[1]).toEqual({ id: 'wire-staging', strategy: 'wire', target: 'staging' });
});

test('A target that cannot be set up gets no settings', () => {
  const draft = draftOf('pipeline', 'pipeline');
  draft.changeLanes((lanes) => withLaneProgram(lanes, 1, 'redis-server', draft.server));
  draft.set('target', 'staging');
  expect(parsePlan(draft.toInput()).lanes[1]).not.toHaveProperty('server');
});
