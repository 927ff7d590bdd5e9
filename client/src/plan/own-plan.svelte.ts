import { writePlanAddress } from '../../../shared/plan/address/write.ts';
import type { Plan } from '../../../shared/contract/plan.ts';
import type { PlanDraft } from './plan-draft.svelte.ts';

/**
 * Tells the reader's own settings from those that a run brought along. A run on the board is what the page shows;
 * settings that it displaces are put aside for their reader, never lost.
 */
export class OwnPlan {
  readonly #draft: PlanDraft;
  /** What the settings were when the page set them last. */
  #set = $state('');
  /** Their address, where they were the reader's before a run of just them came. */
  #address = $state<string | null>(null);
  #aside = $state.raw<{ address: string; draft: PlanDraft } | null>(null);

  constructor(draft: PlanDraft) {
    this.#draft = draft;
    this.#set = this.#now;
  }

  /** Whether a run displaced settings that can be brought back. */
  get isAside(): boolean {
    return this.#aside !== null;
  }

  /** What the address of the page is to hold: the reader's own plan; `null`: they have none. */
  get address(): string | null {
    return this.#ofSettings ?? this.#aside?.address ?? null;
  }

  /** The reader's own settings, wherever they are; those on the page, where the reader has none. */
  get draft(): PlanDraft {
    return (this.#ofSettings === null ? this.#aside?.draft : null) ?? this.#draft;
  }

  /** The settings become those of a run on the board. */
  adopt(plan: Plan): void {
    const [address, draft, before] = [this.#ofSettings, this.#draft.copy(), this.#now];
    this.#draft.adopt(plan);
    this.#set = this.#now;
    const isSame = this.#set === before;
    if (isSame && address !== null) this.#aside = null;
    else if (!isSame && address !== null) this.#aside = { address, draft };
    this.#address = isSame ? address : null;
  }

  /** The page changes settings as the run on the board does. */
  follow(change: () => void): void {
    const isOwn = this.#isOwn;
    change();
    if (!isOwn) this.#set = this.#now;
  }

  /** A plan that the reader brings: of a link, or of a run that was kept. */
  bring(plan: Plan): void {
    this.#draft.adopt(plan);
    this.#address = writePlanAddress(this.#draft.toInput());
    this.#set = this.#now;
    this.#aside = null;
  }

  /** A plan that the reader brings during a run, whose settings the page has to show. */
  putAside(plan: Plan): void {
    const shown = this.#draft.copy();
    this.#draft.adopt(plan);
    const address = writePlanAddress(this.#draft.toInput());
    this.#aside = this.#now === this.#set ? null : { address, draft: this.#draft.copy() };
    this.#draft.take(shown);
  }

  bringBack(): void {
    const aside = this.#aside;
    if (aside === null) return;
    this.#draft.take(aside.draft);
    this.#aside = null;
    this.#address = aside.address;
    this.#set = this.#now;
  }

  /** The reader does not want what was put aside. */
  forget(): void {
    this.#aside = null;
  }

  /** Of what the settings are now, where that is the reader's. */
  get #ofSettings(): string | null {
    return this.#isOwn ? writePlanAddress(this.#draft.toInput()) : this.#address;
  }

  get #isOwn(): boolean {
    return this.#now !== this.#set;
  }

  /** Without the target: the page chooses the first that there is. */
  get #now(): string {
    return this.#draft.fingerprint;
  }
}
