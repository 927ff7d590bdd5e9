import type { Acknowledgement } from '../../../shared/contract/live.ts';
import type { GatheredVotes, VotedSetting } from '../../../shared/contract/votes.ts';
import type { PageSession } from '../connection/page-session.svelte.ts';
import type { Messages } from '../messages/en.ts';
import { checkField, planFields, type FieldName } from './plan-fields.ts';
import { Tuner } from './tuner.ts';

/** How long a slider has to rest before its value is sent as a vote, ms: votes can be changed a few times only. */
const restMs = 1000;

/** The class votes for the settings of the next run; the presenter alone moves them. */
export class Votes {
  readonly #session: PageSession;
  readonly #messages: Messages;
  readonly #tuner: Tuner<VotedSetting>;
  #gathered = $state.raw<readonly GatheredVotes[]>([]);
  /** Values that were moved here and that the server has not taken yet. */
  #moved = $state.raw<Partial<Record<VotedSetting, number>>>({});
  #problems = $state.raw<Partial<Record<VotedSetting, string>>>({});

  constructor(session: PageSession, messages: Messages) {
    this.#session = session;
    this.#messages = messages;
    this.#tuner = new Tuner(
      (settings) => this.#send(settings),
      () => undefined,
      () => restMs,
    );
    session.feed.listen({ votes: (gathered) => (this.#gathered = gathered) });
  }

  /** Whether this page votes: it goes along with a presenter. */
  get open(): boolean {
    return this.#session.follows;
  }

  /** What was voted for about this setting; `undefined`: nothing. */
  of(setting: FieldName): GatheredVotes | undefined {
    return this.#gathered.find((one) => one.setting === setting);
  }

  /** The vote of this page, also one that is on its way; `undefined`: none. */
  own(setting: VotedSetting): number | undefined {
    return this.#moved[setting] ?? this.of(setting)?.own ?? undefined;
  }

  problemOf(setting: VotedSetting): string | null {
    return this.#problems[setting] ?? null;
  }

  /** Sends this value as a vote once it has come to rest, where it is within the bounds of the setting. */
  cast(setting: VotedSetting, value: number): void {
    const problem = checkField(planFields[setting], value, this.#messages);
    this.#problems = { ...this.#problems, [setting]: problem ?? undefined };
    this.#moved = { ...this.#moved, [setting]: value };
    if (problem === null) this.#tuner.move(setting);
  }

  /** What was moved is final, as when a slider is let go. */
  settle(): void {
    this.#tuner.settle();
  }

  /** A presenter changes this setting here. */
  clear(setting: FieldName): void {
    const votes = this.of(setting);
    if (votes && this.#session.mayControl) this.#session.feed.clearVotes(votes.setting);
  }

  async #send(settings: readonly VotedSetting[]): Promise<Acknowledgement> {
    for (const setting of settings) {
      const value = this.#moved[setting];
      if (value === undefined) continue;
      const answer = await this.#session.feed.vote({ setting, value });
      if (answer.ok) this.#keep(setting, value);
      else this.#problems = { ...this.#problems, [setting]: answer.error.message };
      if (this.#moved[setting] === value) this.#moved = { ...this.#moved, [setting]: undefined };
    }
    return { ok: true };
  }

  /** Until the server says how many there are. */
  #keep(setting: VotedSetting, own: number): void {
    const { counts = [] } = this.of(setting) ?? {};
    const others = this.#gathered.filter((one) => one.setting !== setting);
    this.#gathered = [...others, { setting, counts, own }];
  }
}
