/** The figures of a sentence, whatever groups their thousands, in an order that does not hang on the language. */
const figuresOf = (sentence: string): string =>
  [...sentence.matchAll(/\d[\d,.\u202f]*/g)]
    .map(([figure]) => figure.replaceAll(/[,\u202f]|\.$/g, ''))
    .sort()
    .join(' ');

/** Whether two sentences, of two languages perhaps, tell the same figures. */
export const haveSameFigures = (one: string, other: string): boolean => figuresOf(one) === figuresOf(other);
