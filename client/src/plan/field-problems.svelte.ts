import type { Acknowledgement } from '../../../shared/contract/live.ts';
import type { Problem } from '../../../shared/contract/problem-reason.ts';
import { settingLabel } from '../../../shared/words/settings.ts';
import { ownLines } from '../../../shared/commands/custom-words.ts';
import { PlanPath } from '../../../shared/settings/paths.ts';
import type { Messages } from '../messages/en.ts';
import { fieldNames, fieldPath, type FieldName } from './plan-fields.ts';

/** What the server finds wrong with fields of a plan. It holds of that plan alone: with another one it is out of date. */
export class FieldProblems {
  #found = $state.raw<readonly Problem[]>([]);
  #foundIn = $state.raw('');
  /** As text, to be compared. */
  readonly #plan: () => string;

  constructor(plan: () => string) {
    this.#plan = plan;
  }

  get #problems(): readonly Problem[] {
    return this.#found.length > 0 && this.#foundIn === this.#plan() ? this.#found : [];
  }

  set #problems(found: readonly Problem[]) {
    this.#found = found;
    this.#foundIn = this.#plan();
  }

  /** Of a field, named as the server names it: `workload.clients`. */
  at(field: string): string | null {
    return this.#problems.find((problem) => problem.field === field)?.message ?? null;
  }

  /** Of a lane, and of whatever is set for it alone. */
  ofLane(index: number): string | null {
    return this.#problems.find(({ field }) => laneOf(field) === index)?.message ?? null;
  }

  get first(): Problem | null {
    return this.#problems[0] ?? null;
  }

  add(problem: Problem): void {
    this.#problems = [...this.#problems, problem];
  }

  clear(): void {
    this.#problems = [];
  }

  /** A change that the server did not make is said where it was tried. */
  refuse(
    fields: readonly FieldName[],
    { message, problems = [] }: (Acknowledgement & { ok: false })['error'],
  ): void {
    const named = problems.flatMap((problem) => {
      const last = problem.field.split('.').at(-1);
      const field = fieldNames.find((name) => name === last);
      return field ? [{ ...problem, field: fieldPath(field) }] : [];
    });
    const [first = 'clients'] = fields;
    this.#problems = named.length > 0 ? named : [{ field: fieldPath(first), value: undefined, message }];
  }
}

const places = new Set([
  ...fieldNames.map(fieldPath),
  'target',
  'agents',
  'workload.commands',
  'workload.ratio',
  'workload.customCommand',
]);

/**
 * The line of a custom command is refused for a lane: that is said at the field of all lanes where it has none of its
 * own. What is wrong with a network as a whole is said at its round trip.
 */
export function atItsField(
  problem: Problem,
  lanes: readonly { workload?: Parameters<typeof ownLines>[0] | undefined }[],
): Problem {
  if (problem.field === 'network') return { ...problem, field: fieldPath('rttMs') };
  const index = laneOf(problem.field);
  const isShared = index !== null && ownLines(lanes[index]?.workload ?? {}).length === 0;
  return isShared && /\.customCommands?(\[\d\])?$/.test(problem.field)
    ? { ...problem, field: 'workload.customCommand' }
    : problem;
}

/** Whether the page shows this problem at its field, for a plan with so many lanes. */
export function isPlaced({ field }: Problem, lanes: number): boolean {
  const lane = laneOf(field);
  return lane === null ? places.has(field) : lane < lanes;
}

function laneOf(field: string): number | null {
  const { lane } = new PlanPath(field);
  return typeof lane === 'number' ? lane : null;
}

/** The first thing that is wrong with a draft; `null`: nothing is, as far as is known before it is sent. */
export function firstProblem(
  { problems }: { problems: ReadonlyMap<string, string> },
  messages: Messages,
): string | null {
  const [first] = problems;
  return first ? problemInWords({ field: first[0], message: first[1] }, messages) : null;
}

/** A problem behind its field, in the reader's words: "Clients: …", "Lane 2: Key pattern: …"; a part by its path. */
export function problemInWords(
  { field, message }: Pick<Problem, 'field' | 'message'>,
  messages: Messages,
): string {
  const { lane, search, settings } = messages;
  const at = new PlanPath(field);
  const others: Partial<Record<string, string>> = {
    lanes: lane.lanes,
    budgetMs: search.time,
    written: settings.labels.commands,
  };
  const label = others[field] ?? settingLabel(at.setting === '' ? field : at.setting, messages);
  const { labelled, named } = messages.words.numbers;
  const said = labelled(label, message);
  return at.lane === null || at.setting === '' ? said : named(lane.lane(Number(at.lane)), said);
}
