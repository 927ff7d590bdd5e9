/**
 * Something concluded from figures: a code with the figures that it rests on, plain JSON, in no language. Each family
 * of findings is a union told apart by `code`; its words are in `shared/words/<language>/`.
 */
export interface Finding {
  code: string;
}
