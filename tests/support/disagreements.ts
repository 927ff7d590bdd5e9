import type { LaneResult } from '../../shared/contract/lane-result.ts';
import type { LanePlan } from '../../shared/contract/plan.ts';
import type { Comparison, Result } from '../../shared/contract/result.ts';
import { rateOf, shownLatency } from '../../shared/statistics/figures.ts';
import { impossibleFigures } from '../../shared/statistics/impossible-figures.ts';
import { commandsInFlight } from '../../shared/plan/in-flight.ts';
import { tunedPlan } from '../../shared/plan/tuned-plan.ts';

const sum = (values: readonly number[]) => values.reduce((all, one) => all + one, 0);

/** Figures that are computed in another way, and rounded. */
const isNear = (one: number, other: number, tolerance = 0.001) =>
  Math.abs(one - other) <= tolerance * Math.max(Math.abs(one), Math.abs(other));

type Check = readonly [
  what: string,
  one: number | null | undefined,
  other: number | null | undefined,
  tolerance?: number,
];

/** Figures of a result that belong together and do not agree: parts and their sum, a ratio and its quotient, a rate and its count. */
export function disagreements(result: Result): string[] {
  const { plan, tunings, environment, lanes, comparisons } = result;
  const tuned = tunedPlan(plan, tunings);
  const checks: Check[] = [
    ['lanes', lanes.length, plan.lanes.length],
    ['schedule', Number(environment.schedule === plan.schedule.mode), 1],
    ['bystander', Number(result.bystander !== null), Number(plan.bystander !== undefined)],
    ...lanes.flatMap((lane, place) => ofLane(lane, tuned.lanes[place], result)),
    ...comparisons.flatMap((one) => ofComparison(one, lanes)),
  ];
  const unlike = checks.filter(
    ([, one, other, tolerance]) => one != null && other != null && !isNear(one, other, tolerance),
  );
  return [
    ...impossibleFigures(result),
    ...unlike.map(([what, one, other]) => `${what}: ${one ?? ''} and ${other ?? ''}`),
  ];
}

function ofLane(lane: LaneResult, planned: LanePlan | undefined, { plan, environment }: Result): Check[] {
  const { id, commands, failed, throughput, latencyMs, byCommand, agents, warnings, rate, writes, perWrite } =
    lane;
  const calls = commands + failed;
  const seconds = lane.elapsedMs / 1000;
  const network = planned?.network ?? plan.network;
  const mean = latencyMs.command?.mean;
  const inFlight = planned ? commandsInFlight(planned) : NaN;
  const parts = agents?.each ?? [];
  return [
    [`${id}: strategy`, Number(lane.strategy === planned?.strategy), 1],
    [`${id}: commands and rate × time`, throughput && commands / seconds, throughput?.mean, 0.02],
    [`${id}: slices and their length`, throughput?.slices.length, lane.elapsedMs / plan.schedule.sliceMs],
    [`${id}: commands of a mix`, byCommand && sum(byCommand.map(({ answered }) => answered)), calls],
    [`${id}: kinds of a mix`, planned?.workload.commands.length, byCommand?.length ?? 1],
    [`${id}: agents`, environment.agents?.length ?? 0, parts.length],
    [`${id}: commands of agents`, agents && sum(parts.map((part) => part.commands)), commands],
    [
      `${id}: rates of agents`,
      agents && sum(parts.map((part) => part.throughput)),
      throughput?.estimate,
      0.02,
    ],
    [`${id}: CPU of agents`, agents && sum(parts.map(({ cpu }) => cpu ?? NaN)), lane.client.cpu],
    [`${id}: bystander`, Number(lane.bystander !== null), Number(plan.bystander !== undefined)],
    [`${id}: round trip`, Number(lane.roundTrip !== null), Number(network !== undefined)],
    [`${id}: round trip and network`, network && lane.roundTrip?.before.medianMs, network?.rttMs, 0.2],
    [
      `${id}: latency under the network's`,
      Math.min(mean ?? Infinity, network?.rttMs ?? 0),
      network?.rttMs ?? 0,
    ],
    // Little's law: no more is in flight than the plan allows.
    [
      `${id}: in flight`,
      Math.max(inFlight, ((throughput?.median ?? 0) * (mean ?? 0)) / 1000),
      inFlight,
      0.05,
    ],
    [`${id}: batch`, writes === null ? null : calls / writes, lane.effectiveBatch, 0.02],
    [
      `${id}: bytes of a write`,
      writes === null ? null : (lane.bytesOut ?? 0) / writes,
      perWrite?.bytes,
      0.02,
    ],
    [`${id}: offered rate`, rate?.offered, planned?.workload.rps],
    [`${id}: reached rate`, rate?.achieved, throughput?.estimate, 0.02],
    ...warnings.flatMap((warning): Check[] => {
      switch (warning.code) {
        case 'commands-failed':
          return [[`${id}: failed`, warning.failed, failed]];
        case 'slices-disagree':
          return [[`${id}: noise`, warning.cv, throughput?.cv]];
        case 'counts-differ':
          return [[`${id}: calls sent`, Math.max(warning.sent, calls), warning.sent]];
        case 'queue-grows':
          return [[`${id}: backlog`, warning.backlog, rate?.backlog]];
        default:
          return [];
      }
    }),
  ];
}

function ofComparison(
  { lane: id, baseline, ratio, ci95, latency }: Comparison,
  lanes: Result['lanes'],
): Check[] {
  const [lane, first] = [id, baseline].map((name) => lanes.find((one) => one.id === name));
  if (!lane || !first) return [[`${id} against ${baseline}`, 0, 1]];
  const [rate, ofFirst] = [rateOf(lane), rateOf(first)];
  const [p50, p50OfFirst] = [lane, first].map(({ latencyMs }) => shownLatency(latencyMs)?.p50);
  const { gain } = lane;
  return [
    [`${id}: ratio and quotient of the rates`, ratio, rate !== null && ofFirst ? rate / ofFirst : null],
    [`${id}: ratio in its interval`, ci95 && Math.min(Math.max(ratio, ci95[0]), ci95[1]), ratio],
    [`${id}: ratio and quotient of the p50s`, latency?.ratio, p50 && p50OfFirst ? p50 / p50OfFirst : null],
    [`${id}: factors and ratio`, gain && gain.waiting.ratio * gain.batching.ratio, ratio],
  ];
}
