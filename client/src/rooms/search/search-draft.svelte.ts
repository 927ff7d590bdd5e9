import { defaultClient, type ClientId } from '../../../../shared/contract/enums.ts';
import type { SearchOrder, SearchInput } from '../../../../shared/contract/search.ts';
import { leastBudgetFor, usualBudgetFor } from '../../../../shared/search/budget.ts';
import {
  baselineOf,
  fittingStrategies,
  possibleStrategies,
  type SearchSize,
} from '../../../../shared/search/search-plan.ts';
import { searchLimits } from '../../../../shared/settings/search.ts';
import { writePlanAddress } from '../../../../shared/plan/address/write.ts';
import type { PlanInput } from '../../../../shared/contract/plan.ts';
import {
  countUnits,
  durationUnits,
  readQuantity,
  withoutGroups,
  type Units,
} from '../../../../shared/settings/units.ts';
import type { OwnPlan } from '../../plan/own-plan.svelte.ts';

export const efforts = ['short', 'usual', 'long'] as const;
export type Effort = (typeof efforts)[number];

/** What is typed into a field: a number within its limit, `null` for nothing, NaN for what is neither. */
function readNumber(text: string, units: Units, { min, max }: { min: number; max: number }): number | null {
  if (text.trim() === '') return null;
  const value = readQuantity(withoutGroups(text), units) ?? NaN;
  return value >= min && value <= max ? value : NaN;
}

/** What is sent, where and over what, in a form that says only what differs from the defaults. */
function essenceOf({
  target,
  server,
  network,
  workload,
  client = defaultClient,
}: Pick<PlanInput, 'target' | 'server' | 'network' | 'workload'> & Pick<SearchInput, 'client'>): string {
  const { pipeline: _p, durationMs: _d, warmupMs: _w, requests: _r, ...sent } = workload ?? {};
  const lanes = [{ strategy: 'one-by-one', client }];
  const said = writePlanAddress({ target, server, network, workload: sent, lanes });
  return said.split('&').toSorted().join('&');
}

/** Whatever their order. */
const listed = (strategies: readonly string[]) => strategies.toSorted().join();

/** The search to be started: workload, network and target are those that the reader set in the Compare room. */
export class SearchDraft {
  readonly #own: Pick<OwnPlan, 'draft'>;
  /** Client library. */
  client = $state<ClientId>(defaultClient);
  /** `null`: those that fit the workload. */
  #chosen = $state.raw<readonly string[] | null>(null);
  boundText = $state('');
  deepestText = $state(String(searchLimits.deepest.default));
  effort = $state<Effort>('usual');
  /** What the fields were when the page set them last. */
  #set: string;

  constructor(own: Pick<OwnPlan, 'draft'>) {
    this.#own = own;
    this.#set = this.#now;
  }

  /** Whether the reader has changed anything here. */
  get isOwn(): boolean {
    return this.#now !== this.#set;
  }

  /** The fields become those of a search in progress or has ended. */
  adopt(order: SearchOrder): void {
    const { p99BoundMs, deepest, strategies, budgetMs, client = defaultClient } = order;
    this.client = client;
    this.boundText = p99BoundMs === null ? '' : String(p99BoundMs);
    this.deepestText = String(deepest);
    this.#chosen = listed(strategies) === listed(fittingStrategies(order)) ? null : strategies;
    const apart = (effort: Effort) => Math.abs(this.budgetMs(effort) - budgetMs);
    this.effort = efforts.reduce((best, effort) => (apart(effort) < apart(best) ? effort : best));
    this.#set = this.#now;
  }

  /** Whether a search with these settings would be another one; how long it takes does not count. */
  differsFrom(order: SearchOrder): boolean {
    const same =
      this.p99BoundMs === order.p99BoundMs &&
      this.deepest === order.deepest &&
      listed(this.strategies) === listed(order.strategies);
    const input = this.#own.draft.toInput();
    const { target = order.target } = input;
    return !same || essenceOf({ ...input, target, client: this.client }) !== essenceOf(order);
  }

  get baseline(): string {
    return baselineOf(this.#size);
  }

  /** Ways of batching that this workload can be sent by with the library. */
  get offered(): string[] {
    return possibleStrategies(this.#size);
  }

  get strategies(): string[] {
    const chosen = this.#chosen ?? fittingStrategies(this.#size);
    return this.offered.filter((strategy) => chosen.includes(strategy));
  }

  choose(strategy: string, wanted: boolean): void {
    const others = this.strategies.filter((one) => one !== strategy);
    this.#chosen = wanted ? [...others, strategy] : others;
  }

  /** `null`: none; NaN: what was typed is none. */
  get p99BoundMs(): number | null {
    return readNumber(this.boundText, { ...durationUnits, '': 1 }, searchLimits.p99BoundMs);
  }

  /** NaN: what was typed is none. */
  get deepest(): number {
    const deepest = readNumber(this.deepestText, countUnits, searchLimits.deepest) ?? NaN;
    return Number.isInteger(deepest) ? deepest : NaN;
  }

  get faulty(): boolean {
    return (
      Number.isNaN(this.p99BoundMs) ||
      Number.isNaN(this.deepest) ||
      this.strategies.length === 0 ||
      this.#own.draft.problems.size > 0
    );
  }

  /** What a search with this effort takes, ms. */
  budgetMs(effort: Effort): number {
    const size = { ...this.#size, deepest: this.deepest || searchLimits.deepest.default };
    const usual = usualBudgetFor(size, this.#own.draft.network);
    const step = 5000;
    const short = Math.ceil((1.2 * leastBudgetFor(size, this.#own.draft.network)) / step) * step;
    const wanted = { short: Math.min(short, usual), usual, long: 3 * usual }[effort];
    return Math.min(wanted, searchLimits.budgetMs.max);
  }

  toInput(): SearchInput {
    const { target, workload } = this.#own.draft.toInput();
    const { server, network } = this.#own.draft;
    return {
      target,
      server,
      network,
      workload,
      client: this.client,
      strategies: this.strategies,
      deepest: this.deepest,
      p99BoundMs: this.p99BoundMs,
      budgetMs: this.budgetMs(this.effort),
    };
  }

  get #now(): string {
    const chosen = this.#chosen && listed(this.#chosen);
    return JSON.stringify([this.boundText, this.deepestText, this.effort, this.client, chosen]);
  }

  /** The draft's workload, as far as a search's length hangs on it. */
  get #size(): SearchSize {
    const { workload = {} } = this.#own.draft.toInput();
    const { commands = ['set'], dataSizeRange, rps } = workload;
    const sent = {
      workload: {
        commands,
        dataSizeRange,
        rps,
        clients: this.#own.draft.value('clients'),
        dataSize: this.#own.draft.value('dataSize'),
      },
      client: this.client,
    };
    return {
      ...sent,
      // With none ticked there is no search; what one would take is told as for those that fit.
      strategies: this.#chosen?.length ? [...this.#chosen] : fittingStrategies(sent),
      deepest: searchLimits.deepest.default,
    };
  }
}
