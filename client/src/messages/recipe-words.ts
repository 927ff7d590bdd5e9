/** What a recipe says, in another language than its own English; what is left out stays in English. */
export interface RecipeWords {
  title?: string;
  question?: string;
  method?: string;
  ask?: string;
  /** By the choice in English. */
  choices?: Readonly<Record<string, string>>;
  /** In the order of the recipe. */
  claims?: readonly string[];
}
