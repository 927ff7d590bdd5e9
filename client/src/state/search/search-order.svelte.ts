import { advisedStrategies, type AdvisedStrategy } from '../../../../shared/advice/advice.ts';
import { leastBudgetFor, usualBudgetFor } from '../../../../shared/advice/budget.ts';
import {
  baselineOf,
  fittingStrategies,
  hasMultiKeyForm,
  type SearchSize,
} from '../../../../shared/advice/search-plan.ts';
import type { SearchInput } from '../../../../shared/advice/search.ts';
import { limits } from '../../../../shared/limits.ts';
import type { PlanDraft } from '../plan-draft.svelte.ts';

export const efforts = ['short', 'usual', 'long'] as const;
export type Effort = (typeof efforts)[number];

/** What is typed into a field: a number within its limit, `null` for nothing, NaN for what is neither. */
function readNumber(text: string, { min, max }: { min: number; max: number }): number | null {
  if (text.trim() === '') return null;
  const value = Number(text.trim().replace(',', '.'));
  return value >= min && value <= max ? value : NaN;
}

/** The search to be started: workload, network and target are those of the Compare room. */
export class SearchOrder {
  readonly #draft: PlanDraft;
  /** `null`: those that fit the workload. */
  #chosen = $state.raw<readonly AdvisedStrategy[] | null>(null);
  boundText = $state('');
  deepestText = $state(String(limits.deepest.default));
  effort = $state<Effort>('usual');

  constructor(draft: PlanDraft) {
    this.#draft = draft;
  }

  get baseline(): AdvisedStrategy {
    return baselineOf(this.#size.workload);
  }

  /** Ways of batching that this workload can be sent by. */
  get offered(): AdvisedStrategy[] {
    const { workload } = this.#size;
    return advisedStrategies.filter(
      (strategy) =>
        strategy !== baselineOf(workload) &&
        strategy !== 'one-by-one' &&
        (strategy !== 'multi-key' || hasMultiKeyForm(workload)),
    );
  }

  get strategies(): AdvisedStrategy[] {
    const chosen = this.#chosen ?? fittingStrategies(this.#size.workload);
    return this.offered.filter((strategy) => chosen.includes(strategy));
  }

  choose(strategy: AdvisedStrategy, wanted: boolean): void {
    const others = this.strategies.filter((one) => one !== strategy);
    this.#chosen = wanted ? [...others, strategy] : others;
  }

  /** `null`: none; NaN: what was typed is none. */
  get p99BoundMs(): number | null {
    return readNumber(this.boundText, limits.p99BoundMs);
  }

  /** NaN: what was typed is none. */
  get deepest(): number {
    const deepest = readNumber(this.deepestText, limits.deepest) ?? NaN;
    return Number.isInteger(deepest) ? deepest : NaN;
  }

  get faulty(): boolean {
    return (
      Number.isNaN(this.p99BoundMs) ||
      Number.isNaN(this.deepest) ||
      this.strategies.length === 0 ||
      this.#draft.problems.size > 0
    );
  }

  /** What a search with this effort takes, ms. */
  budgetMs(effort: Effort): number {
    const size = { ...this.#size, deepest: this.deepest || limits.deepest.default };
    const usual = usualBudgetFor(size, this.#draft.network);
    const step = 5000;
    const short = Math.ceil((1.2 * leastBudgetFor(size, this.#draft.network)) / step) * step;
    const wanted = { short: Math.min(short, usual), usual, long: 3 * usual }[effort];
    return Math.min(wanted, limits.budgetMs.max);
  }

  toInput(): SearchInput {
    const { target, workload } = this.#draft.toInput();
    const { server, network } = this.#draft;
    return {
      ...(target === undefined ? {} : { target }),
      ...(server === undefined ? {} : { server }),
      ...(network === undefined ? {} : { network }),
      ...(workload === undefined ? {} : { workload }),
      strategies: this.strategies,
      deepest: this.deepest,
      p99BoundMs: this.p99BoundMs,
      budgetMs: this.budgetMs(this.effort),
    };
  }

  /** The draft's workload, as far as a search's length hangs on it. */
  get #size(): SearchSize {
    const { workload = {} } = this.#draft.toInput();
    const { commands = ['set'], dataSizeRange, rps } = workload;
    return {
      workload: {
        commands,
        clients: workload.clients ?? limits.clients.default,
        dataSize: workload.dataSize ?? limits.dataSize.default,
        ...(dataSizeRange === undefined ? {} : { dataSizeRange }),
        ...(rps === undefined ? {} : { rps }),
      },
      strategies: this.#chosen ?? fittingStrategies({ commands }),
      deepest: limits.deepest.default,
    };
  }
}
