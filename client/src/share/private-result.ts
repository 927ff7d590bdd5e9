import type { LaneResult } from '../../../shared/contract/lane-result.ts';
import type { Result } from '../../../shared/contract/result.ts';
import type { WrittenWorkload } from '../../../shared/contract/written.ts';
import { leftOut } from '../../../shared/plan/left-out.ts';
import { ownLines } from '../../../shared/plan/custom-words.ts';

type Workload = Result['plan']['workload'];

/** Targets that every Roundtrip has. */
const ours = ['embedded', 'cluster', 'embedded-cluster'];

/**
 * A result without what would tell whose it is: names of servers, targets and load machines, commands of one's own,
 * what keys begin with, and names of files. It is still a result.
 */
export function resultWithoutPrivate(result: Result): Result {
  const { plan, slotsMoved: _moved, ...rest } = result;
  const { prefix: _prefix, written, ...ofPlan } = plan;
  const hide = hiding(result);
  return renamed(
    {
      ...rest,
      environment: withoutAgents(result.environment),
      plan: {
        ...withoutTarget(ofPlan),
        workload: withoutTexts(plan.workload),
        ...(written ? { written: withoutCommands(written) } : {}),
        lanes: plan.lanes.map((lane) => ({
          ...withoutTarget(lane),
          ...(lane.label === undefined ? {} : { label: hide(lane.label) }),
          ...(lane.file === undefined ? {} : { file: leftOut }),
          workload: withoutTexts(lane.workload),
        })),
      },
      lanes: result.lanes.map((lane, place) => {
        const sent = plan.lanes[place]?.workload ?? plan.workload;
        return withoutNames(lane, written !== undefined || ownLines(sent).length > 0, hide);
      }),
      warnings: withoutReasons(result.warnings),
    },
    new Map(
      plan.lanes.flatMap(({ id }, place) => (hide(id) === id ? [] : [[id, `lane-${place + 1}`] as const])),
    ),
  );
}

/** Hides names that labels, ids and sentences are made with. */
export function hiding({ plan, lanes }: Result): (text: string) => string {
  const names = [
    plan.target,
    ...plan.lanes.map(({ target }) => target),
    ...lanes.map((lane) => lane.target?.id),
  ]
    .filter((name) => name !== undefined)
    .filter((name) => !ours.includes(name));
  const files = plan.lanes.flatMap(({ file }) =>
    file === undefined ? [] : [file, file.replace(/\.\w+$/, '')],
  );
  const hidden = [...new Set([...names, ...files])].filter((name) => name !== leftOut);
  if (hidden.length === 0) return (text) => text;
  const longestFirst = hidden
    .sort((one, other) => other.length - one.length)
    .map((name) => name.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  const pattern = new RegExp(`(?<![\\p{L}\\d])(?:${longestFirst.join('|')})(?![\\p{L}\\d])`, 'giu');
  return (text) => text.replace(pattern, leftOut);
}

/** Lanes of these ids have others, wherever they are named. */
const renamed = (result: Result, ids: ReadonlyMap<string, string>): Result =>
  ids.size === 0
    ? result
    : (JSON.parse(JSON.stringify(result), (_, value: unknown) =>
        typeof value === 'string' ? (ids.get(value) ?? value) : value,
      ) as Result);

function withoutNames(lane: LaneResult, sentOwn: boolean, hide: (text: string) => string): LaneResult {
  const { agents: _agents, errors: _errors, target, error, server, byCommand, ...rest } = lane;
  const { cluster: _cluster, ...figures } = server;
  return {
    ...rest,
    label: hide(lane.label),
    ...(byCommand && !sentOwn ? { byCommand } : {}),
    ...(target ? { target: { ...target, id: nameOf(target.id) } } : {}),
    server: figures,
    // What the system or a server said may name a host.
    error: error && { ...error, stack: null, message: error.code ?? error.name },
    warnings: withoutReasons(lane.warnings),
  };
}

export function withoutAgents({
  agents: _agents,
  ...measured
}: Result['environment']): Result['environment'] {
  return measured;
}

const nameOf = (id: string): string => (ours.includes(id) ? id : leftOut);

export const withoutTarget = <Part extends { target?: string | undefined }>(part: Part): Part =>
  part.target === undefined ? part : { ...part, target: nameOf(part.target) };

export const withoutTexts = ({
  keyPrefix: _keys,
  customCommand,
  customCommands,
  ...workload
}: Workload): Workload => ({
  ...workload,
  ...(customCommand === undefined ? {} : { customCommand: leftOut }),
  ...(customCommands === undefined ? {} : { customCommands: customCommands.map(() => leftOut) }),
});

const withoutCommands = ({ units }: WrittenWorkload): WrittenWorkload => ({
  name: leftOut,
  units: units.map(({ name: _name, stages, ...unit }) => ({
    ...unit,
    stages: stages.map((stage) => ({
      ...stage,
      commands: stage.commands.map(({ as: _as, ...command }) => ({ ...command, command: leftOut })),
    })),
  })),
});

/** Figures of a warning stay; its texts name machines and keys. */
const withoutReasons = <Warning extends object>(warnings: readonly Warning[]): Warning[] =>
  warnings.map(
    (warning) =>
      Object.fromEntries(
        Object.entries(warning).map(([key, value]) => [
          key,
          ['reason', 'prefix', 'host', 'agent'].includes(key) && typeof value === 'string' ? leftOut : value,
        ]),
      ) as Warning,
  );

/** Whether anything was left out. */
export const differs = (whole: unknown, reduced: unknown): boolean => inOrder(whole) !== inOrder(reduced);

const inOrder = (document: unknown): string =>
  JSON.stringify(document, (_, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
      : value,
  );
