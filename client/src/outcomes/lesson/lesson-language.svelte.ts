import type { RecipeLanguage } from '../../../../shared/sweep/recipe-in-words.ts';
import type { Messages } from '../../messages/en.ts';

/** The words of recipes in the page's language, which are loaded when a lesson is to be shown. */
export class LessonLanguage {
  readonly #load: Messages['loadRecipes'];
  #loaded = $state.raw<RecipeLanguage | null>(null);

  constructor({ loadRecipes }: Pick<Messages, 'loadRecipes'>) {
    this.#load = loadRecipes;
  }

  async load(): Promise<void> {
    this.#loaded ??= await this.#load();
  }

  /** Throws before they are loaded. */
  get current(): RecipeLanguage {
    if (!this.#loaded) throw new Error('the words of lessons have not been loaded');
    return this.#loaded;
  }

  /** The id of the lesson until they are loaded. */
  titleOf(recipe: string): string {
    return this.#loaded?.recipe(recipe)?.title ?? recipe;
  }
}
