/** Two-sided 95 % points of Student's t for 1 to 30 degrees of freedom. */
const points95 = [
  12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.16, 2.145, 2.131,
  2.12, 2.11, 2.101, 2.093, 2.086, 2.08, 2.074, 2.069, 2.064, 2.06, 2.056, 2.052, 2.048, 2.045, 2.042,
];

/** Student's t that 95 % of values stay below, in either direction; `freedom` from 1, more than 30 are taken as 30. */
export const studentT95 = (freedom: number): number =>
  points95[Math.min(Math.max(freedom, 1), points95.length) - 1] ?? NaN;

/**
 * How likely chance alone takes Student's t this far from 0, in either direction. `freedom`: a whole number from 1.
 * Finite series (Abramowitz & Stegun 26.7.3 and 26.7.4).
 */
export function studentTail(t: number, freedom: number): number {
  const angle = Math.atan(Math.abs(t) / Math.sqrt(freedom));
  const [sine, cosine] = [Math.sin(angle), Math.cos(angle)];
  const odd = freedom % 2 === 1;
  let term = odd ? cosine : 1;
  let sum = freedom === 1 ? 0 : term;
  for (let step = odd ? 3 : 2; step <= freedom - 2; step += 2) {
    term *= ((step - 1) / step) * cosine ** 2;
    sum += term;
  }
  const inside = odd ? (2 / Math.PI) * (angle + sine * sum) : sine * sum;
  return Math.min(1, Math.max(0, 1 - inside));
}

/** Ends of a 95 % interval of normal values, in standard deviations. */
export const normal95 = 1.96;

/** As `studentTail`, of a normal value: Student's t with so many degrees of freedom that there is no difference. */
export const normalTail = (deviations: number): number => studentTail(deviations, 200);
