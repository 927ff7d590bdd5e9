import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import { agentListSchema } from '../../../shared/contract/agents.ts';
import {
  clientDescriptionSchema,
  healthSchema,
  limitsSchema,
  serverProgramSchema,
  sessionSchema,
  strategyDescriptionSchema,
  targetDescriptionSchema,
  type TargetDescription,
} from '../../../shared/contract/http.ts';
import { serverPlanTarget } from '../../../shared/contract/private-server.ts';
import { machineSchema, type MachineLook } from '../../../shared/contract/machine.ts';
import { limits } from '../../../shared/limits.ts';
import { clientDescriptions, strategyDescriptions } from '../../engine/clients/index.ts';
import { lookAtMachine } from '../../engine/probes/machine-look.ts';
import { installedServers } from '../../redis/private/find-server.ts';
import { kernelSupport } from '../../redis/private/kernel-link.ts';
import type { AvailableTargets } from '../activity/resolve-plan.ts';
import type { ActivityBoard } from '../activity/activity-board.ts';
import { presenterOnly } from '../plugins/presenter.ts';
import { refusal } from '../plugins/schemas.ts';
import { ownInstallation } from '../../terminal/callers-words.ts';
import { Refusal } from '../plugins/errors.ts';
import type { AgentWatch } from '../targets/agent-watch.ts';
import type { TargetWatch } from '../targets/target-watch.ts';

interface InfoRouteOptions {
  board: ActivityBoard;
  offer: AvailableTargets;
  version: string;
  targetWatch: TargetWatch;
  /** `null`: this server has no control Redis. */
  agentWatch: AgentWatch | null;
  /** Whether a token makes the presenter. */
  needsToken: boolean;
  keepsRuns: () => boolean;
}

const described = <Answer extends z.ZodMiniType>(summary: string, answer: Answer) => ({
  tags: ['Server'],
  summary,
  response: { 200: answer },
});

/** The kernel is asked once somebody wants to know. */
function withKernelNetwork(target: TargetDescription): TargetDescription {
  const support = target.id === serverPlanTarget ? kernelSupport() : null;
  return support === 'bandwidth' || support === 'delay' ? { ...target, kernelNetwork: support } : target;
}

export const infoRoutes: FastifyPluginCallbackZod<InfoRouteOptions> = (app, options, done) => {
  const { board, offer, version, targetWatch, agentWatch, needsToken, keepsRuns } = options;
  const installation = ownInstallation(process.env);

  const health = described('Version, whether a run is in progress, whether the targets answer', healthSchema);
  app.get('/health', { schema: health }, async () => {
    const running = board.current() !== null;
    // A PING in the middle of a run would be counted by the server beside the run's own commands.
    const targets = running ? targetWatch.lastSeen() : await targetWatch.look();
    return { status: 'ok' as const, version, running, targets };
  });

  const session = described('What the one who asks may do', sessionSchema);
  app.get('/session', { schema: session }, (request) => ({
    mayControl: request.mayControl,
    needsToken,
    keepsRuns: keepsRuns(),
    installation,
    ...(agentWatch ? { hasControl: true } : {}),
  }));

  const strategies = described(
    'The ways to send commands, with their semantics',
    z.array(strategyDescriptionSchema),
  );
  app.get('/strategies', { schema: strategies }, () => strategyDescriptions.filter(({ hidden }) => !hidden));

  let looking: Promise<MachineLook> | null = null;
  const machine = {
    ...described(
      'Watches this machine for two seconds: whether other programs leave it to a run',
      machineSchema,
    ),
    response: { 200: machineSchema, 401: refusal('Only the presenter may look') },
  };
  app.get('/machine', { ...presenterOnly, schema: machine }, async () => {
    looking ??= lookAtMachine().finally(() => (looking = null));
    return looking;
  });

  const clients = described(
    'Client libraries that lanes may use, with their versions',
    z.array(clientDescriptionSchema),
  );
  app.get('/clients', { schema: clients }, () => [...clientDescriptions]);

  const servers = described(
    'Programs that private servers can be, with version and memory allocator',
    z.array(serverProgramSchema),
  );
  app.get('/servers', { schema: servers }, () => installedServers());

  const targets = described('What may be measured; never where it is', z.array(targetDescriptionSchema));
  app.get('/targets', { schema: targets }, () =>
    offer.targets.map((one) => withKernelNetwork(one.target.description)),
  );

  const agents = {
    tags: ['Server'],
    summary: 'Load machines that have joined the control Redis of this server, by name',
    response: {
      200: agentListSchema,
      404: refusal('The server has no control Redis'),
      502: refusal('The control Redis cannot be reached'),
    },
  };
  app.get('/agents', { schema: agents }, () => {
    if (agentWatch) return agentWatch.list();
    throw new Refusal(404, {
      code: 'no_control',
      message: 'This server has no control Redis: start it with --join URL (docs/scale.md).',
    });
  });

  const bounds = described('Bounds, defaults and units of all numbers of a plan', limitsSchema);
  app.get('/limits', { schema: bounds }, () => limits);

  done();
};
