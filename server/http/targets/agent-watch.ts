import { setTimeout as sleep } from 'node:timers/promises';
import type { AgentList, AgentStatus } from '../../../shared/contract/agents.ts';
import type { Plan } from '../../../shared/contract/plan.ts';
import { agentsBlockedReason } from '../../../shared/plan/agents-blocked-reason.ts';
import { readAnnounced } from '../../engine/agents/announced.ts';
import { openControl } from '../../engine/agents/control.ts';
import type { Endpoint } from '../../redis/connection/target.ts';
import { Refusal } from '../plugins/errors.ts';

interface AgentWatchOptions {
  /** Of this Roundtrip: agents of another take no part. */
  version: string;
  now: () => number;
}

const freshForMs = 500;
/** An agent says within this time that it is free again, after a run that has just ended. */
const freeWithinMs = 1500;
const asksEveryMs = 100;

export class AgentWatch {
  readonly #control: Endpoint;
  readonly #options: AgentWatchOptions;
  #look: Promise<AgentStatus[]> | null = null;
  #lookedAt = -Infinity;

  constructor(control: Endpoint, options: AgentWatchOptions) {
    this.#control = control;
    this.#options = options;
  }

  /** Those that are there, however many ask. Rejects with TargetUnusable when the control Redis does not answer. */
  async list(): Promise<AgentList> {
    const { now, version } = this.#options;
    if (!this.#look || now() - this.#lookedAt >= freshForMs) {
      this.#lookedAt = now();
      this.#look = this.#ask();
    }
    return { roundtrip: version, agents: await this.#look };
  }

  /** Rejects with a Refusal when fewer agents are free than a plan wants. */
  async assertEnough({ agents: wanted, target }: Plan): Promise<void> {
    if (wanted === undefined) return;
    const { version } = this.#options;
    const until = performance.now() + freeWithinMs;
    for (;;) {
      const known = (await this.#ask()).map((agent) => ({
        name: agent.name,
        why: agentsBlockedReason(agent, { target, version }),
      }));
      const free = known.flatMap(({ name, why }) => (why === null ? name : []));
      if (free.length >= wanted) return;
      if (performance.now() > until || !known.some(({ why }) => why === 'busy'))
        throw tooFew({ wanted, free, others: known.filter(({ why }) => why !== null), target });
      await sleep(asksEveryMs);
    }
  }

  async #ask(): Promise<AgentStatus[]> {
    const redis = await openControl(this.#control);
    return readAnnounced(redis).finally(() => {
      redis.disconnect();
    });
  }
}

interface Missing {
  wanted: number;
  free: readonly string[];
  others: readonly { name: string; why: ReturnType<typeof agentsBlockedReason> }[];
  target: string;
}

function tooFew({ wanted, free, others, target }: Missing): Refusal {
  const whyNot = { busy: 'busy', version: 'of another version', target: `without target "${target}"` };
  const inWords = others.flatMap(({ name, why }) => (why === null ? [] : `${name} (${whyNot[why]})`));
  const list = (names: readonly string[]) => (names.length === 0 ? '' : `: ${names.join(', ')}`);
  const message = [
    `The plan wants ${wanted} agents for target "${target}", and ${free.length} ${free.length === 1 ? 'is' : 'are'} free${list(free)}.`,
    ...(inWords.length === 0 ? [] : [`Not counted${list(inWords)}.`]),
    `On another load machine: roundtrip agent --join URL --target ${target}=URL.`,
  ].join(' ');
  return new Refusal(409, { code: 'too_few_agents', message, agents: { wanted, free: free.length } });
}
