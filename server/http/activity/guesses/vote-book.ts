import * as z from 'zod/mini';
import { parse } from '../../../../shared/contract/parse.ts';
import {
  votedSettings,
  votedShape,
  voteSchema,
  type GatheredVotes,
  type Vote,
  type VotedSetting,
} from '../../../../shared/contract/votes.ts';
import { countValues } from '../../../../shared/statistics/guess-spread.ts';
import { Refusal } from '../../plugins/errors.ts';
import type { ActivityBoard } from '../activity-board.ts';
import { Gathering } from './gathering.ts';

/** The votes of all viewers about the settings of the next run. Nothing moves by them. */
export class VoteBook {
  readonly #gatherings = new Map<VotedSetting, Gathering<number>>();
  readonly #listeners: (() => void)[] = [];

  /** Clears all votes when a run starts, and those about a setting that is changed during one. */
  follow(board: ActivityBoard): void {
    board.onEvent((event) => {
      if (event.type === 'run-started') this.clear(votedSettings);
      if (event.type !== 'tuned') return;
      const { network, ...workload } = event.tuning;
      this.clear([...(Object.keys(workload) as VotedSetting[]), ...(network ? ['rttMs' as const] : [])]);
    });
  }

  onChange(listener: () => void): void {
    this.#listeners.push(listener);
  }

  /** Adds the vote of this viewer. Throws a Refusal or InvalidInput where it is none. */
  add(input: unknown, viewer: string, isHere: (viewer: string) => boolean): void {
    const { setting, value } = checked(input);
    const gathering =
      this.#gatherings.get(setting) ?? new Gathering<number>({ one: 'vote', about: 'setting' });
    gathering.put(viewer, value, isHere);
    this.#gatherings.set(setting, gathering);
    this.#notify();
  }

  /** Clears the votes about these settings, and makes room for new ones. */
  clear(settings: readonly VotedSetting[]): void {
    const cleared = settings.filter((setting) => this.#gatherings.delete(setting));
    if (cleared.length > 0) this.#notify();
  }

  /** Removes the votes of a viewer who has left. */
  forget(viewer: string): void {
    const left = [...this.#gatherings].filter(([, gathering]) => gathering.remove(viewer));
    for (const [setting, { size }] of left) if (size === 0) this.#gatherings.delete(setting);
    if (left.length > 0) this.#notify();
  }

  /** `viewer`: to whom it is sent; absent: one who has no votes. */
  gathered(viewer?: string): GatheredVotes[] {
    return [...this.#gatherings].map(([setting, gathering]) => ({
      setting,
      counts: countValues(gathering.values.sort((one, other) => one - other)),
      own: viewer === undefined ? null : (gathering.of(viewer) ?? null),
    }));
  }

  #notify(): void {
    for (const listener of this.#listeners) listener();
  }
}

function checked(input: unknown): Vote {
  const vote = voteSchema.safeParse(input);
  if (!vote.success)
    throw new Refusal(400, {
      code: 'invalid_input',
      message: `A vote is { setting, value }: one of ${votedSettings.join(', ')}, and a number.`,
    });
  const { setting, value } = vote.data;
  parse(z.strictObject({ [setting]: votedShape[setting] }), { [setting]: value });
  return vote.data;
}
