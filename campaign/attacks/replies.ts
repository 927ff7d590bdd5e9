import { startRun } from '../../server/engine/run/run.ts';
import { openTarget } from '../../server/redis/targets/open-target.ts';
import type { LaneResult } from '../../shared/contract/lane-result.ts';
import { parsePlan } from '../../shared/plan/parse-plan.ts';
import { attackedStrategies, casesAt, Findings, type Attack, type Scale } from '../attack.ts';
import { deviations, type Deviation } from '../faulty/deviations.ts';
import { moments, startFaultyServer, type Moment } from '../faulty/faulty-server.ts';
import { stumble } from '../subject.ts';

const commands = 800;
const pipeline = 16;

interface Case {
  deviation: Deviation;
  strategy: string;
  moment: Moment;
}

/** A server whose replies are not those of Redis: no lane shows a figure for what was not answered rightly. */
export const replies: Attack = {
  name: 'replies',
  about:
    'a server that deviates from the protocol, against each strategy, at the start, mid-lane and at the end',
  async run({ scale }) {
    const found = new Findings();
    for (const one of casesOf(scale))
      found.add(
        `${one.deviation.id}, ${one.strategy}${one.deviation.of === 'workload' ? `, ${one.moment}` : ''}`,
        await wrongWith(one),
      );
    return found;
  },
};

/** Every deviation at every scale but the short one; strategies and moments in pairs with them, or all of them. */
function casesOf(scale: Scale): Case[] {
  const all = Object.keys(moments) as Moment[];
  const whole = deviations.flatMap((deviation, place) =>
    attackedStrategies.flatMap((strategy, index) =>
      all.map((moment, at) => ({
        deviation,
        strategy,
        moment,
        // One strategy at each moment, others for the next deviation.
        isOfPairs: index === (place * all.length + at) % attackedStrategies.length,
      })),
    ),
  );
  // The set-up is the same whatever is sent later.
  const once = whole.filter(
    ({ deviation, strategy, moment }) =>
      deviation.of === 'workload' || (strategy === 'pipeline' && moment === 'start'),
  );
  if (scale === 'full') return once;
  const pairs = once.filter(({ deviation, isOfPairs }) => isOfPairs || deviation.of !== 'workload');
  return pairs.filter((_, index) => index % casesAt(scale, { short: 17, pairs: 1, full: 1 }) === 0);
}

async function wrongWith({ deviation, strategy, moment }: Case): Promise<string | null> {
  // What a batch is sent as is one call and one reply.
  const calls = strategy === 'lua' || strategy === 'multi-key' ? commands / pipeline : commands;
  const server = await startFaultyServer({ deviation, after: moments[moment](calls) });
  try {
    const plan = parsePlan({
      target: 'url',
      lanes: [{ strategy }],
      workload: { requests: commands, clients: 2, pipeline, warmupMs: 0, timeoutMs: 400, keyspace: 50 },
    });
    const { lanes } = await startRun({ plan, target: await openTarget(server.url) }).finished;
    const [lane] = lanes;
    if (server.keys().length > 0) return `${server.keys().length} keys are left`;
    return lane ? judged(deviation, moment, lane) : 'no lane';
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error);
    return deviation.means === 'fault' && !stumble.test(said) ? null : `the run ended with: ${said}`;
  } finally {
    await server.close();
  }
}

/** What is false in the figures of a lane, given what its server did and when. */
function judged({ means }: Deviation, moment: Moment, lane: LaneResult): string | null {
  const { state, failed } = lane;
  // What comes beside the last reply may come when every command has had its own.
  const most = moment === 'end' ? commands : commands - 1;
  const said = lane.error?.message ?? '';
  const figures = `${state}: ${lane.commands} commands, ${failed} failed, "${said}"`;
  if (stumble.test(said)) return figures;
  switch (means) {
    case 'fault':
      return state === 'failed' && said !== '' && lane.commands <= most ? null : figures;
    case 'failures':
      return failed > 0 && lane.commands <= commands ? null : figures;
    case 'nothing':
      return state === 'completed' && lane.commands === commands && failed === 0 ? null : figures;
  }
}
