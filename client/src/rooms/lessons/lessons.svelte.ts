import type { GatheredGuesses } from '../../../../shared/contract/guesses.ts';
import type { LessonDescription, LessonSnapshot } from '../../../../shared/contract/lesson.ts';
import type { RecipeForm } from '../../../../shared/contract/enums.ts';
import type { Messages } from '../../messages/en.ts';
import { ApiError, type Api } from '../../shell/api.ts';
import type { Lab } from '../compare/lab.svelte.ts';
import { RunClock } from '../../run/run-clock.svelte.ts';
import { wordsOf } from './lesson-words.ts';
import { OwnGuesses } from './own-guesses.svelte.ts';
import { firstPart, isOpen, partBeside, type LessonPart } from './parts.ts';

/** The lessons that there are, the one that goes on or ended last, and the guesses about each. */
export class Lessons {
  readonly own: OwnGuesses;
  /** Counts on between two words from the server. */
  readonly clock = new RunClock();
  readonly #api: Api;
  readonly #lab: Lab;
  readonly #messages: Messages;
  #list = $state.raw<readonly LessonDescription[]>([]);
  #lesson = $state.raw<LessonSnapshot | null>(null);
  #guesses = $state.raw<readonly GatheredGuesses[]>([]);
  #open = $state.raw<{ recipe: string; part: LessonPart } | null>(null);
  #form = $state<RecipeForm>('quick');
  #action = $state<'idle' | 'starting' | 'stopping'>('idle');
  #complaint = $state<string | null>(null);

  constructor(api: Api, lab: Lab, storage: Storage, messages: Messages) {
    this.#api = api;
    this.#lab = lab;
    this.#messages = messages;
    this.own = new OwnGuesses(storage);
    lab.know('lesson', (run) => {
      const lesson = this.#lesson;
      return lesson?.outcome && lesson.steps.some((step) => step.run === run.id) ? lesson.id : null;
    });
    lab.feed.onConnected(() => void this.#learn());
    lab.feed.listen({
      lesson: (lesson) => {
        this.#lesson = lesson;
        this.clock.set(0);
        if (lesson?.state === 'running') this.#complaint = null;
        // What has been asked to stop is stopping until it is over.
        if (this.#action !== 'stopping' || !this.running) this.#action = 'idle';
      },
      guesses: (guesses) => (this.#guesses = guesses),
    });
  }

  get list(): readonly LessonDescription[] {
    return this.#list;
  }

  /** The lesson that goes on, or the one that ended last. */
  get lesson(): LessonSnapshot | null {
    return this.#lesson;
  }

  get form(): RecipeForm {
    return this.#form;
  }

  get action(): 'idle' | 'starting' | 'stopping' {
    return this.running && this.#lesson?.stopping ? 'stopping' : this.#action;
  }

  /** What went wrong, in words. */
  get complaint(): string | null {
    return this.#complaint;
  }

  /** Why this reader cannot start, stop or clear now; `null`: they can. */
  get hindrance(): string | null {
    const why = this.#lab.hindrance;
    return why === this.#messages.run.needsToken ? this.#messages.lessons.needsToken : why;
  }

  /** What has the machine to itself, so that this lesson cannot begin; `null`: nothing. */
  inTheWayOf(recipe: string): string | null {
    const text = this.#messages.lessons;
    if (this.running) return this.#lesson?.recipe === recipe ? null : this.#otherLesson();
    if (this.#lab.series?.kind === 'search') return text.inTheWaySearch;
    return this.#lab.run?.running ? text.inTheWayRun : null;
  }

  get running(): boolean {
    return this.#lesson?.state === 'running';
  }

  /** About how long the lesson still takes, ms. */
  get remainingMs(): number {
    return Math.max(0, (this.#lesson?.remainingMs ?? 0) - this.clock.elapsedMs);
  }

  find(recipe: string): LessonDescription | undefined {
    return this.#list.find(({ id }) => id === recipe);
  }

  /** The lesson that follows in the list; `undefined`: none does. */
  after(recipe: string): LessonDescription | undefined {
    const index = this.#list.findIndex(({ id }) => id === recipe);
    return index < 0 ? undefined : this.#list[index + 1];
  }

  /** What is known of this lesson, where it is the one that goes on or ended last. */
  of(recipe: string): LessonSnapshot | null {
    return this.#lesson?.recipe === recipe ? this.#lesson : null;
  }

  guessesOf(recipe: string): GatheredGuesses | null {
    return this.#guesses.find((one) => one.recipe === recipe) ?? null;
  }

  ownGuess(recipe: string): number | string | null {
    return this.own.of(recipe, this.guessesOf(recipe)?.round);
  }

  /** Which part of this lesson is open. */
  part(recipe: string): LessonPart {
    const part = this.#open?.recipe === recipe ? this.#open.part : firstPart(this.of(recipe));
    return isOpen(part, this.of(recipe)) ? part : 'run';
  }

  show(recipe: string, part: LessonPart): void {
    if (isOpen(part, this.of(recipe))) this.#open = { recipe, part };
  }

  go(recipe: string, by: 1 | -1): void {
    this.show(recipe, partBeside(this.part(recipe), by, this.of(recipe)));
  }

  choose(form: RecipeForm): void {
    this.#form = form;
  }

  /** Resolves with what is wrong with the guess; `null`: it is taken. */
  async guess(recipe: string, value: number | string): Promise<string | null> {
    const answer = await this.#lab.feed.guess({ recipe, viewer: this.own.viewer, value });
    if (!answer.ok) return answer.error.message;
    this.own.keep(recipe, answer.round, value);
    return null;
  }

  async start(recipe: string): Promise<void> {
    if (this.hindrance !== null || this.action !== 'idle' || this.running) return;
    this.#action = 'starting';
    await this.#attempt(() => this.#api.startLesson({ recipe, form: this.#form }));
  }

  async stop(): Promise<void> {
    if (this.hindrance !== null || !this.running || this.action === 'stopping') return;
    this.#action = 'stopping';
    await this.#attempt(() => this.#api.stopLesson());
  }

  async clearGuesses(recipe: string): Promise<void> {
    if (this.hindrance === null) await this.#attempt(() => this.#api.clearGuesses(recipe));
  }

  async #attempt(work: () => Promise<unknown>): Promise<void> {
    this.#complaint = null;
    try {
      await work();
    } catch (error) {
      this.#complaint = this.#inWords(error);
    } finally {
      this.#action = 'idle';
    }
  }

  #inWords(error: unknown): string {
    if (!(error instanceof ApiError)) throw error;
    const { run } = error.detail;
    if (error.code !== 'run_in_progress') return error.message;
    if (run?.kind === 'search') return this.#messages.lessons.inTheWaySearch;
    if (run?.kind === 'lesson') return this.#otherLesson();
    return this.#messages.lessons.inTheWayRun;
  }

  #otherLesson(): string {
    const recipe = this.#lesson?.recipe ?? '';
    const found = this.find(recipe);
    return this.#messages.lessons.inTheWayLesson(found ? wordsOf(found, this.#messages).title : recipe);
  }

  async #learn(): Promise<void> {
    await this.#attempt(async () => {
      this.#list = await this.#api.lessons();
    });
  }
}
