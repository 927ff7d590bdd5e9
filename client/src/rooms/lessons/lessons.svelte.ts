import type { GatheredGuesses, Guess } from '../../../../shared/contract/guesses.ts';
import type { LessonDescription, LessonSnapshot } from '../../../../shared/contract/lesson.ts';
import { isOfPlan, lessonTopics, type RecipeForm } from '../../../../shared/contract/enums.ts';
import type { Messages } from '../../messages/en.ts';
import type { Api } from '../../connection/api.ts';
import type { Feed } from '../../connection/feed.svelte.ts';
import type { Activity } from '../../run/activity.svelte.ts';
import { LessonLanguage } from '../../outcomes/lesson/lesson-language.svelte.ts';
import type { OwnGuesses } from '../../outcomes/lesson/own-guesses.svelte.ts';
import { firstPart, isOpen, partBeside, type LessonPart } from './parts.ts';

/** The lessons that there are, the one in progress or the one that ended last, and the guesses about each. */
export class Lessons {
  readonly own: OwnGuesses;
  readonly language: LessonLanguage;
  readonly activity: Activity;
  /** What was typed as a guess, by lesson: a step of the presenter closes the field for a while. */
  readonly typed = $state<Record<string, string>>({});
  readonly #api: Api;
  readonly #feed: Feed;
  readonly #messages: Messages;
  #list = $state.raw<readonly LessonDescription[]>([]);
  #lesson = $state.raw<LessonSnapshot | null>(null);
  /** When each lesson was last completed, by its id, as far as it is kept. */
  #done = $state.raw<ReadonlyMap<string, string>>(new Map());
  #guesses = $state.raw<readonly GatheredGuesses[]>([]);
  /** The newest first. Two: who goes back from a lesson finds the part that led to it. */
  #open = $state.raw<readonly { recipe: string; part: LessonPart }[]>([]);
  #form = $state<RecipeForm>('quick');
  /** The lesson that this page has seen in progress. */
  #watched = $state<string | null>(null);
  #isWanted = false;

  constructor(api: Api, feed: Feed, activity: Activity, own: OwnGuesses, messages: Messages) {
    this.#api = api;
    this.#feed = feed;
    this.activity = activity;
    this.own = own;
    this.language = new LessonLanguage(messages);
    this.#messages = messages;
    feed.onConnected(() => {
      if (this.#isWanted) void this.#learn();
    });
    feed.listen({
      lesson: (lesson) => {
        this.#lesson = lesson;
        if (lesson?.state === 'running') this.#watched = lesson.id;
        // Every room shows its title.
        if (lesson) {
          this.want();
          void this.language.load();
        }
        activity.show(
          lesson && {
            ...lesson,
            running: lesson.state === 'running',
            called: isOfPlan(lesson.recipe) ? lesson.recipe : 'lesson',
          },
        );
      },
      guesses: (guesses) => (this.#guesses = guesses),
    });
  }

  /** Loads the list, which a page that shows no lesson does without. */
  want(): void {
    if (this.#isWanted) return;
    this.#isWanted = true;
    void this.#learn();
  }

  /** In the order of the wall: topic by topic. */
  get list(): readonly LessonDescription[] {
    return this.#list;
  }

  /** The lesson in progress, or the one that ended last. */
  get lesson(): LessonSnapshot | null {
    return this.#lesson;
  }

  get form(): RecipeForm {
    return this.#form;
  }

  /** Why this lesson cannot be started or stopped now; `null`: it can. */
  blockedReasonOf(recipe: string): string | null {
    const lesson = this.#lesson;
    if (this.running && lesson && lesson.recipe !== recipe) {
      return this.#messages.lessons.inTheWayLesson(this.language.titleOf(lesson.recipe));
    }
    return this.activity.blockedReason;
  }

  get running(): boolean {
    return this.activity.running;
  }

  /** About how long the lesson still takes, ms. */
  get remainingMs(): number {
    return this.activity.remainingMs ?? 0;
  }

  find(recipe: string): LessonDescription | undefined {
    return this.#list.find(({ id }) => id === recipe);
  }

  /** The lesson that follows in the list; `undefined`: none does. */
  after(recipe: string): LessonDescription | undefined {
    const index = this.#list.findIndex(({ id }) => id === recipe);
    return index < 0 ? undefined : this.#list[index + 1];
  }

  /** What is known of this lesson, where it is the one in progress, or the last that ended. */
  of(recipe: string): LessonSnapshot | null {
    return this.#lesson?.recipe === recipe ? this.#lesson : null;
  }

  /** When it was last completed (ISO 8601); `null`: it is not known to be. */
  doneAt(recipe: string): string | null {
    return this.#done.get(recipe) ?? null;
  }

  guessesOf(recipe: string): GatheredGuesses | null {
    return this.#guesses.find((one) => one.recipe === recipe) ?? null;
  }

  ownGuess(recipe: string): number | string | null {
    const value = this.own.of(recipe, this.guessesOf(recipe)?.round);
    return typeof value === 'object' ? null : value;
  }

  /** Which part of this lesson is open. */
  part(recipe: string): LessonPart {
    const part =
      this.#open.find((one) => one.recipe === recipe)?.part ??
      firstPart(this.of(recipe), this.#watched === this.of(recipe)?.id);
    return isOpen(part, this.of(recipe)) ? part : 'run';
  }

  show(recipe: string, part: LessonPart): void {
    if (!isOpen(part, this.of(recipe))) return;
    const others = this.#open.filter((one) => one.recipe !== recipe);
    this.#open = [{ recipe, part }, ...others].slice(0, 2);
  }

  go(recipe: string, by: 1 | -1): void {
    this.show(recipe, partBeside(this.part(recipe), by, this.of(recipe)));
  }

  choose(form: RecipeForm): void {
    this.#form = form;
  }

  /** Of gain over distance: a ratio for each. */
  drawnGuess(recipe: string): readonly number[] | null {
    const value = this.own.of(recipe, this.guessesOf(recipe)?.round);
    return typeof value === 'object' ? value : null;
  }

  /** Resolves with what is wrong with the guess; `null`: it is taken. */
  async guess(recipe: string, value: Guess['value']): Promise<string | null> {
    const answer = await this.#feed.guess({ recipe, value });
    if (!answer.ok) return answer.error.message;
    this.own.keep(recipe, answer.round, value);
    return null;
  }

  async start(recipe: string): Promise<void> {
    await this.activity.start(() => this.#api.startLesson({ recipe, form: this.#form }));
  }

  async clearGuesses(recipe: string): Promise<void> {
    if (this.activity.session.blockedReason === null)
      await this.activity.attempt(() => this.#api.clearGuesses(recipe));
  }

  async #learn(): Promise<void> {
    await this.activity.attempt(async () => {
      const list = await this.#api.lessons();
      this.#list = lessonTopics.flatMap((topic) => list.filter((lesson) => lesson.topic === topic));
    });
    if (this.activity.session.rights?.keepsRuns !== true) return;
    // Without them the lessons lack their dates and nothing else.
    const page = await this.#api.history({ kind: 'lesson' }).catch(() => null);
    const done = (page?.entries ?? []).filter(({ state }) => state === 'completed').reverse();
    this.#done = new Map(done.map(({ about, finishedAt }) => [about, finishedAt]));
  }
}
