const mostSteps = 6;

/** A round step (1, 2 or 5 of a power of ten) that divides a length into at most six. */
export function niceStep(length: number): number {
  const power = 10 ** Math.floor(Math.log10(length / mostSteps));
  return power * ([1, 2, 5].find((factor) => length / (factor * power) <= mostSteps) ?? 10);
}
