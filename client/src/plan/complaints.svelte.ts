import type { Acknowledgement } from '../../../shared/contract/live.ts';
import type { CurrentRun } from '../../../shared/contract/http.ts';
import type { Problem } from '../../../shared/contract/parse.ts';
import type { Messages } from '../messages/en.ts';
import { ApiError } from '../shell/api.ts';
import { fieldNames, pathOf, type FieldName } from './plan-fields.ts';

/** What the server finds wrong: at the field where there is one for it, else said beside the button. */
export class Complaints {
  readonly #text: Messages['run'];
  #problems = $state.raw<readonly Problem[]>([]);
  #general = $state<string | null>(null);

  constructor(text: Messages['run']) {
    this.#text = text;
  }

  /** What belongs to no field. */
  get text(): string | null {
    return this.#general;
  }

  /** Of a field, named as the server names it: `workload.clients`. */
  at(field: string): string | null {
    return this.#problems.find((problem) => problem.field === field)?.message ?? null;
  }

  /** Of a lane, and of whatever is set for it alone. */
  ofLane(index: number): string | null {
    return this.#problems.find(({ field }) => laneOf(field) === index)?.message ?? null;
  }

  /** The complaint about this field, and what is in it, is out of date: it has been changed. */
  forgive(field: string): void {
    this.#problems = this.#problems.filter((problem) => !problem.field.startsWith(field));
  }

  say(text: string | null): void {
    this.#general = text;
  }

  clear(): void {
    this.#general = null;
    this.#problems = [];
  }

  /** Why the server did not do what was asked, for a plan with so many lanes. Throws what is no answer of it. */
  take(error: unknown, lanes: number): void {
    if (!(error instanceof ApiError)) throw error;
    this.#problems = error.detail.problems ?? [];
    const homeless = this.#problems.filter(({ field }) => !hasPlace(field, lanes));
    if (error.code === 'run_in_progress') this.#general = this.#inTheWay(error.detail.run);
    else if (this.#problems.length === 0) this.#general = error.message;
    else this.#general = homeless.map(({ field, message }) => `${field}: ${message}`).join('\n') || null;
  }

  /** A change that the server did not make is said where it was tried. */
  refuse(
    fields: readonly FieldName[],
    { message, problems = [] }: (Acknowledgement & { ok: false })['error'],
  ): void {
    const named = problems.flatMap((problem) => {
      const last = problem.field.split('.').at(-1);
      const field = fieldNames.find((name) => name === last);
      return field ? [{ ...problem, field: pathOf(field) }] : [];
    });
    const [first = 'clients'] = fields;
    this.#problems = named.length > 0 ? named : [{ field: pathOf(first), value: undefined, message }];
  }

  #inTheWay(run: CurrentRun | undefined): string {
    const { kind = 'run', remainingMs = null } = run ?? {};
    return kind === 'run' ? this.#text.inTheWay(remainingMs) : this.#text.inTheWayOf[kind](remainingMs);
  }
}

const places = new Set([
  ...fieldNames.map(pathOf),
  'target',
  'workload.commands',
  'workload.ratio',
  'workload.customCommand',
]);

/** Whether the page shows a complaint about this field where the field is. */
function hasPlace(field: string, lanes: number): boolean {
  const lane = laneOf(field);
  return lane === null ? places.has(field) : lane < lanes;
}

function laneOf(field: string): number | null {
  const lane = /^lanes\[(\d+)\]/.exec(field)?.[1];
  return lane === undefined ? null : Number(lane);
}
