import type { Plan } from '../../../shared/contract/plan.ts';

/** What an agent lets others make it do, whatever a plan says. `null`: no bound of its own. */
export interface AgentBounds {
  maxClients: number | null;
  maxRps: number | null;
}

export class AgentLimits {
  readonly #bounds: AgentBounds;

  constructor(bounds: AgentBounds) {
    this.#bounds = bounds;
  }

  /**
   * Why it does not do this; `null`: it does. `clients`: all connections that it would have open. `rps`: of one thread
   * of a lane with `threads` of them; `null`: it is not known yet.
   */
  refusal(clients: number, rps: number | null, threads: number): string | null {
    const { maxClients, maxRps } = this.#bounds;
    if (maxClients !== null && clients > maxClients)
      return `this agent opens at most ${maxClients} connections (--max-clients), over all lanes, and ${clients} were asked for`;
    if (maxRps !== null && rps !== null && rps * threads > maxRps)
      return `this agent sends at most ${maxRps} commands per second (--max-rps), and ${Math.round(rps * threads)} were asked for`;
    return null;
  }

  /** Why it takes no part in a plan whose lanes are carried out by so many agents; `null`: it does. */
  refusalOf({ lanes, schedule }: Pick<Plan, 'lanes' | 'schedule'>, agents: number): string | null {
    const { maxRps } = this.#bounds;
    if (maxRps === null) return null;
    const rates = lanes.flatMap(({ workload }) => workload.rps ?? []);
    if (rates.length < lanes.length)
      return `this agent sends at most ${maxRps} commands per second (--max-rps), and a lane without a rate has no bound: give the plan a rate (--rps)`;
    const most =
      schedule.mode === 'race' ? rates.reduce((sum, rate) => sum + rate, 0) : Math.max(0, ...rates);
    return most / agents > maxRps
      ? `this agent sends at most ${maxRps} commands per second (--max-rps), and ${Math.round(most / agents)} were asked for`
      : null;
  }
}
