import { problemAt } from '../../contract/problem-at.ts';
import type { Problem, ProblemReason } from '../../contract/problem-reason.ts';
import { writtenLimits } from '../../limits.ts';
import { commandLineFault } from '../check/custom-command.ts';
import { splitWords } from '../../commands/custom-words.ts';
import { ownNames, partsOf } from './placeholders.ts';

/** What is wrong with the lines, values and amounts of the written units in a plan, of which any part may have a wrong form. */
export function writtenProblems(plan: unknown): Problem[] {
  const { written } = looseOf(plan);
  return meaningFaults(looseOf(written)).map(({ path, reason }) =>
    problemAt(
      path.reduce<string>(
        (field, part) => field + (typeof part === 'number' ? `[${part}]` : `.${part}`),
        'written',
      ),
      reason,
    ),
  );
}

type Place = (string | number)[];

interface Fault {
  path: Place;
  reason: ProblemReason;
}

type Loose = Readonly<Record<string, unknown>>;
const looseOf = (value: unknown): Loose =>
  typeof value === 'object' && value !== null ? (value as Loose) : {};
const listOf = (value: unknown): Loose[] => (Array.isArray(value) ? value.map(looseOf) : []);
const textOf = (value: unknown) => (typeof value === 'string' ? value : '');
const timesOf = ({ times: often }: Loose) => (typeof often === 'number' && often >= 1 ? often : 1);

function meaningFaults({ setup, units }: Loose): Fault[] {
  const ofSetup = listOf(setup);
  const prepared = ofSetup.reduce((sum, one) => sum + timesOf(one), 0);
  const tooMany = (path: Place, of: 'commands' | 'bytes' | 'letters', is: number, most: number): Fault[] =>
    is > most ? [{ path, reason: { code: 'written-too-large', of, is, most } }] : [];
  return [
    ...tooMany(['setup'], 'commands', prepared, writtenLimits.commandsOfSetup),
    ...tooMany(
      [],
      'letters',
      lettersOf([ofSetup, ...listOf(units).flatMap(commandsOf)]),
      writtenLimits.letters,
    ),
    ...ofSetup.flatMap(({ command }, index) =>
      lineFaults(textOf(command), new Map(), new Set()).map((reason) => ({
        path: ['setup', index, 'command'],
        reason,
      })),
    ),
    ...listOf(units).flatMap((unit, index) => {
      const sent = commandsOf(unit).flat();
      const count = sent.reduce((sum, one) => sum + timesOf(one), 0);
      const bytes = sent.reduce((sum, one) => sum + timesOf(one) * dataOf(textOf(one['command'])), 0);
      return [
        ...tooMany(['units', index], 'commands', count, writtenLimits.commandsOfUnit),
        ...tooMany(['units', index], 'bytes', bytes, writtenLimits.bytesOfUnit),
        ...unitFaults(unit).map(({ path, reason }) => ({ path: ['units', index, ...path], reason })),
      ];
    }),
  ];
}

const commandsOf = ({ stages }: Loose): Loose[][] => listOf(stages).map(({ commands }) => listOf(commands));
const lettersOf = (lists: readonly (readonly Loose[])[]) =>
  lists.flat().reduce((sum, { command }) => sum + textOf(command).length, 0);
const dataOf = (text: string) =>
  splitWords(text)
    .flatMap(partsOf)
    .reduce((sum, part) => sum + (typeof part === 'object' && part.is === 'data' ? part.bytes : 0), 0);

function unitFaults(unit: Loose): Fault[] {
  const known = new Set<string>();
  return commandsOf(unit).flatMap((commands, stage) => {
    const here = new Map(commands.map(({ as }) => [textOf(as), true] as const));
    const faults = commands.flatMap((one, index): Fault[] => {
      const path = ['stages', stage, 'commands', index];
      const as = textOf(one['as']);
      const isTaken =
        known.has(as) || ownNames.includes(as) || commands.findIndex((other) => other['as'] === as) < index;
      const naming = (why: 'taken' | 'drawn'): Fault => ({
        path: [...path, 'as'],
        reason: { code: 'written-value', why, word: as },
      });
      return [
        ...lineFaults(textOf(one['command']), here, known).map((reason) => ({
          path: [...path, 'command'],
          reason,
        })),
        ...(as !== '' && isTaken ? [naming('taken')] : []),
        ...(as !== '' && one['weight'] !== undefined ? [naming('drawn')] : []),
      ];
    });
    for (const as of here.keys()) if (as !== '') known.add(as);
    return faults;
  });
}

/** `here`: names that the stage of the line gives; `known`: those of the stages before it. */
function lineFaults(
  text: string,
  here: ReadonlyMap<string, true>,
  known: ReadonlySet<string>,
): ProblemReason[] {
  if (text === '') return [];
  const of = commandLineFault(text);
  const values = splitWords(text).flatMap((word) =>
    partsOf(word).flatMap((part): ProblemReason[] => {
      if (typeof part === 'string') return [];
      const wrong = (why: 'form' | 'same-stage' | 'unknown', about: string): ProblemReason[] => [
        { code: 'written-value', why, word: about.slice(0, 80) },
      ];
      if (part.is === 'wrong') return wrong('form', part.text);
      if (part.is !== 'reply' || known.has(part.name)) return [];
      return wrong(here.has(part.name) ? 'same-stage' : 'unknown', part.name);
    }),
  );
  return [...(of ? [of] : []), ...values];
}
