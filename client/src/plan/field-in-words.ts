import type { Messages } from '../messages/en.ts';
import { fieldNames } from './plan-fields.ts';

/** A field as the server names it, in the reader's words: "Clients", "Lane 2: Key pattern"; a part by its path. */
export function fieldInWords(field: string, { plan, lane, mix, search }: Messages): string {
  const others: Partial<Record<string, string>> = {
    ...plan.others,
    target: plan.target,
    commands: mix.title,
    ratio: mix.title,
    lanes: lane.lanes,
    budgetMs: search.time,
  };
  const [, index, ofLane = ''] = /^lanes\[(\d+)\]\.(.+)$/.exec(field) ?? [];
  const name = (ofLane || field).split('.').at(-1) ?? field;
  const control = fieldNames.find((one) => one === name);
  const label = control ? plan[control].label : (others[name] ?? (ofLane || field));
  return index === undefined ? label : `${lane.lane(Number(index))}: ${label}`;
}
