/** Times that may be other than the recipe's; all else of its plans is what it is about. */
export const timeOptions = ['duration', 'warmup', 'slice'];

/** Options that may stand beside `--recipe`. */
export const besideRecipe = [
  'recipe',
  'quick',
  ...timeOptions,
  'url',
  'target',
  'json',
  'config',
  'quiet',
  'no-progress',
  'help',
];
