import { readPlanAddress } from '../../../shared/plan/address/read.ts';
import { writePlanAddress } from '../../../shared/plan/address/write.ts';
import type { Messages } from '../messages/en.ts';
import { ApiError, type Api } from '../connection/api.ts';
import type { Feed } from '../connection/feed.svelte.ts';
import type { PlanEditor } from './plan-editor.svelte.ts';
import { problemInWords } from './field-problems.svelte.ts';
import type { Fragment } from '../navigation/fragment.ts';
import { longestLink } from '../navigation/longest-link.ts';
import { viewPath } from '../navigation/route.svelte.ts';
import { joinAddresses } from '../workshop/join-addresses.ts';

/** A plan has no start of its own: it is in every fragment that is nothing else. */
const planStart = '';
const isPlan = (text: string) => readPlanAddress(text) !== null;

/** How long the settings have to stand still before the address follows them, ms. */
const followAfterMs = 300;

/** The plan in the address of the page: taken from it, and written to it. */
export class PlanLink {
  readonly #editor: PlanEditor;
  readonly #api: Api;
  readonly #fragment: Fragment;
  readonly #origin: string;
  readonly #messages: Messages;
  #complaint = $state<string | null>(null);
  /** Whether the address holds a plan that is not set up yet: it must not be overwritten. */
  #unread = $state(true);
  /** Whether the page was opened with a plan in its address. */
  readonly #broughtPlan: boolean;
  /** The newest address that was taken up. */
  #opening: symbol | undefined;
  /** Addresses by which others reach this page; `null`: not known yet. */
  #reachedBy = $state.raw<readonly string[] | null>(null);

  constructor(
    editor: PlanEditor,
    api: Api,
    feed: Feed,
    fragment: Fragment,
    origin: string,
    messages: Messages,
  ) {
    this.#editor = editor;
    this.#api = api;
    this.#fragment = fragment;
    this.#origin = origin;
    this.#messages = messages;
    fragment.takeQuery(isPlan);
    this.#broughtPlan = isPlan(fragment.text);
    fragment.register(planStart, (text) => {
      // The first one waits for the connection.
      if (this.#opening) void this.open(text);
    });
    feed.onConnected(() => {
      if (this.#unread) void this.open();
      void this.#askTheWay();
    });
  }

  /** Whether the plan of the address is still to come: until then, what is changed would be overwritten by it. */
  get isAwaited(): boolean {
    return this.#broughtPlan && this.#unread;
  }

  /** Why the plan of the address was not set up; `null`: it was, or there is none. */
  get complaint(): string | null {
    return this.#complaint;
  }

  dismiss(): void {
    this.#complaint = null;
  }

  /** The whole address of these settings, by which others reach them where they can; `null`: it is too long. */
  get link(): string | null {
    const [reached = this.#origin] = this.#reachedBy ?? [];
    const link = `${new URL(viewPath('compare'), reached).href}#${writePlanAddress(this.#editor.draft.toInput())}`;
    return link.length <= longestLink ? link : null;
  }

  /** The address of a result that is kept here: it stays the same, and so does what it shows. */
  ofResult(id: string): string {
    const [reached = this.#origin] = this.#reachedBy ?? [];
    return new URL(viewPath('runs', id), reached).href;
  }

  /** Whether the link opens on this computer alone. */
  get onlyHere(): boolean {
    return this.#reachedBy?.length === 0;
  }

  /** Sets the page up with the plan of its address, if that has one; the one that was gone to last holds. */
  async open(hash?: string): Promise<void> {
    this.#fragment.takeQuery(isPlan);
    const found = readPlanAddress(hash ?? this.#fragment.text);
    const opening = (this.#opening = Symbol());
    this.#complaint = null;
    try {
      const plan = found && (await this.#api.checkPlan(found.input));
      if (opening !== this.#opening) return;
      if (plan) this.#editor.setUp(plan);
      this.#unread = false;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (opening !== this.#opening) return;
      // Without an answer it is asked again with the next connection.
      this.#unread = error.code === 'unreachable';
      const { problems, message } = error.detail;
      const text = this.#messages.link;
      const why = problems?.map((problem) => problemInWords(problem, this.#messages)).join('; ') ?? message;
      this.#complaint = found?.newer ? text.newer(why) : text.damaged(why);
    }
  }

  async #askTheWay(): Promise<void> {
    try {
      const { urls } = await this.#api.join();
      this.#reachedBy = joinAddresses(this.#origin, urls);
    } catch (error) {
      // Without an answer the link is that of the address bar, and nothing is said of it.
      if (!(error instanceof ApiError)) throw error;
    }
  }

  /**
   * The address is to hold this plan (`null`: none), as soon as the settings have stood still. Returns what calls
   * that off.
   */
  follow(address: string | null): (() => void) | undefined {
    if (this.#unread || !this.#fragment.isOf(planStart)) return undefined;
    const wanted = address === null || address.length > longestLink ? '' : `#${address}`;
    const before = this.#fragment.text;
    if (before === wanted) return undefined;
    const write = () => {
      // Somebody went to another address meanwhile: it is read, and not overwritten.
      if (this.#fragment.text === before) this.#fragment.write(wanted);
    };
    const timer = setTimeout(write, followAfterMs);
    return () => clearTimeout(timer);
  }
}
