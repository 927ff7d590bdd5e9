import type { PlanInput } from '../../../shared/contract/plan.ts';
import { strategyDescriptions } from '../../../server/engine/clients/index.ts';
import { drawnPlans } from '../../support/drawn-plans.ts';

/** What only the live server knows: whether it has a command, and how many words that takes. Ours refuses these. */
export const judgedLive: readonly string[] = ['JSON.SET __key__ $ __data__', 'SET __key__'];
const customCommands = [
  ...['ZINCRBY __key__ 1 __rand_int__', 'FLUSHALL', 'RENAME __key__ other'],
  ...judgedLive,
];

/** Plans that a person might send: most are right but for one thing, and many are right. */
export const plans = [
  ...drawnPlans(1000, {
    strategies: [...strategyDescriptions.map(({ id }) => id), 'telepathy'],
  }),
]
  // Settings of the server, in one of fifty, are rarely refused: all of these.
  .map((plan, index) => ({ plan, index }))
  .filter(({ index }) => index < 250 || index % 50 === 7)
  .map(({ plan, index }): PlanInput => {
    const { workload, lanes, ...rest } = plan;
    const line = customCommands[index % customCommands.length] ?? '';
    const fewer = index % 3 === 0 ? lanes : lanes.slice(0, 1).map(({ strategy }) => ({ strategy }));
    const keyspace = index % 2 === 0 ? { keyspace: 1000 } : {};
    return {
      ...rest,
      ...(index % 50 === 7 ? { server: { tls: true } } : {}),
      workload: {
        ...workload,
        ...keyspace,
        ...(workload?.customCommand === undefined ? {} : { customCommand: line }),
        ...(workload?.customCommands === undefined
          ? {}
          : { customCommands: workload.customCommands.map(() => line) }),
        ...(index % 40 === 3 ? { clients: -1 } : {}),
      },
      lanes: fewer,
    };
  });

/** Of those that are accepted, how many a real server carries out. */
export const carriedOut = 16;
