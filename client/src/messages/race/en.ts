import { english } from '../../../../shared/words/en/index.ts';

const { numbers } = english;

/** The words of a race of one job. */
export const race = {
  /** `null`: the job is of units. */
  job: (count: number, name: string | null) =>
    name === null
      ? `${numbers.count(count)} units`
      : /^[A-Z]+$/.test(name)
        ? `${numbers.count(count)} ${name}s`
        : `${numbers.count(count)} × (${name})`,
  size: 'Size of the job',
  pace: 'Pace',
  paces: { '10': '10 × slower', '1': 'Real time', '0.1': '10 × faster' },
  again: 'Again (W)',
  first: 'first',
  noRate: 'no rate',
  source: 'Drawn from the measured rates of this run.',
  behind: (first: string, last: string, share: string) =>
    `When ${first} finished, ${last} had done ${share}.`,
};

export type RaceMessages = typeof race;
