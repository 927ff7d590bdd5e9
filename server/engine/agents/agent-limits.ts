import type { Plan } from '../../../shared/contract/plan.ts';
import { largest } from '../../../shared/statistics/extremes.ts';

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

  /** Why it does not have so many connections open, over all lanes; `null`: it has. */
  refusalOfClients(clients: number): string | null {
    const { maxClients } = this.#bounds;
    return maxClients !== null && clients > maxClients
      ? `this agent opens at most ${maxClients} connections (--max-clients), over all lanes, and ${clients} were asked for`
      : null;
  }

  /** Why it does not send at these rates at the same time, each that of one thread; `null`: it does. */
  refusalOfRates(rates: readonly (number | null)[]): string | null {
    const { maxRps } = this.#bounds;
    if (maxRps === null) return null;
    if (rates.includes(null)) return withoutRate(maxRps, 'a slice');
    const sum = rates.reduce<number>((all, rate) => all + (rate ?? 0), 0);
    return tooFast(maxRps, sum);
  }

  /** When a slice begins that was to begin at a moment: a bounded agent makes up for no time that is over. */
  startOf(moment: number, now: number): number {
    return this.#bounds.maxRps === null ? moment : Math.max(moment, now);
  }

  /** Why it takes no part in a plan whose lanes are carried out by so many agents; `null`: it does. */
  refusalOf({ lanes, schedule }: Pick<Plan, 'lanes' | 'schedule'>, agents: number): string | null {
    const { maxRps } = this.#bounds;
    if (maxRps === null) return null;
    const rates = lanes.flatMap(({ workload }) => workload.rps ?? []);
    if (rates.length < lanes.length) return `${withoutRate(maxRps, 'a lane')}: give the plan a rate (--rps)`;
    const most = schedule.mode === 'race' ? rates.reduce((sum, rate) => sum + rate, 0) : largest(rates, 0);
    return tooFast(maxRps, most / agents);
  }
}

const bound = (maxRps: number) => `this agent sends at most ${maxRps} commands per second (--max-rps)`;
const withoutRate = (maxRps: number, what: string) =>
  `${bound(maxRps)}, and ${what} without a rate has no bound`;

/** Shares of a rate add up to it but for the last digits. */
const tooFast = (maxRps: number, rps: number) =>
  rps > maxRps * (1 + 1e-9) ? `${bound(maxRps)}, and ${Math.round(rps)} were asked for` : null;
