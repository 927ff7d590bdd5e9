import type { LaneResult } from '../../../../shared/contract/lane-result.ts';
import type { Result } from '../../../../shared/contract/result.ts';

/** What its owner lets out with a result. */
export interface LetOut {
  /** Hosts, names of targets and of load machines. */
  names: boolean;
  /** The text of a command of one’s own, and what keys begin with. */
  texts: boolean;
}

/** In place of what is left out. */
const hidden = '…';
/** Targets that every Roundtrip has. */
const ours = ['embedded', 'cluster', 'embedded-cluster'];
/** Digits that count: nothing on the page shows more. */
const digits = 6;
/** Of single slices, which are marks on a bar. */
const digitsOfSlices = 4;

/** A result as small as the page can show it, and without what would tell whose it is. It is still a result. */
export function reducedResult(result: Result, letOut: LetOut): Result {
  const { environment, plan, slotsMoved, ...rest } = result;
  const { agents: _agents, ...measured } = environment;
  return rounded({
    ...rest,
    environment: letOut.names ? environment : measured,
    plan: {
      ...withoutTarget(plan, letOut),
      workload: withoutTexts(plan.workload, letOut),
      lanes: plan.lanes.map((lane) => ({
        ...withoutTarget(lane, letOut),
        workload: withoutTexts(lane.workload, letOut),
      })),
    },
    lanes: result.lanes.map((lane) => reducedLane(lane, letOut)),
    warnings: withoutReasons(result.warnings, letOut),
    ...(slotsMoved && letOut.names ? { slotsMoved } : {}),
  });
}

function reducedLane(lane: LaneResult, letOut: LetOut): LaneResult {
  const { agents, target, error, server, ...rest } = lane;
  const { cluster, ...figures } = server;
  return {
    ...rest,
    ...(target ? { target: { ...target, id: nameOf(target.id, letOut) } } : {}),
    ...(agents && letOut.names ? { agents } : {}),
    server: letOut.names && cluster ? { ...figures, cluster } : figures,
    // What the system or a server said may name a host.
    error: error && {
      ...error,
      stack: null,
      message: letOut.names ? error.message : (error.code ?? error.name),
    },
    warnings: withoutReasons(lane.warnings, letOut),
    histograms: { command: null, batch: null, response: null },
  };
}

const nameOf = (id: string, { names }: LetOut): string => (names || ours.includes(id) ? id : hidden);

const withoutTarget = <Part extends { target?: string | undefined }>(part: Part, letOut: LetOut): Part =>
  part.target === undefined ? part : { ...part, target: nameOf(part.target, letOut) };

function withoutTexts<Workload extends Result['plan']['workload']>(
  { keyPrefix, customCommand, customCommands, ...workload }: Workload,
  { texts }: LetOut,
): Workload {
  return {
    ...workload,
    ...(keyPrefix !== undefined && texts ? { keyPrefix } : {}),
    ...(customCommand === undefined ? {} : { customCommand: texts ? customCommand : hidden }),
    ...(customCommands === undefined
      ? {}
      : { customCommands: texts ? customCommands : customCommands.map(() => hidden) }),
  } as Workload;
}

/** Figures of a warning stay; its texts name machines and keys. */
const withoutReasons = <Warning extends object>(warnings: readonly Warning[], { names }: LetOut): Warning[] =>
  warnings.map((warning) =>
    names
      ? warning
      : (Object.fromEntries(
          Object.entries(warning).map(([key, value]) => [
            key,
            ['reason', 'prefix', 'host', 'agent'].includes(key) && typeof value === 'string' ? hidden : value,
          ]),
        ) as Warning),
  );

function rounded(result: Result): Result {
  return JSON.parse(
    JSON.stringify(result, (key, value: unknown) => {
      if (Array.isArray(value) && (key === 'slices' || key === 'p50Ms'))
        return value.map((one: unknown) => significant(one, digitsOfSlices));
      return significant(value, digits);
    }),
  ) as Result;
}

const significant = (value: unknown, count: number): unknown =>
  typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(count)) : value;
