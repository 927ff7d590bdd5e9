import * as z from 'zod/mini';
import { writtenLimits } from '../limits.ts';
import { describe } from './describe.ts';
import { sharedAs } from './sharing.ts';

const { times, weight, pauseMs, trip } = writtenLimits;
const whole = ({ min, max }: { min: number; max: number }, meaning: string) =>
  describe(z.optional(z.int().check(z.minimum(min), z.maximum(max))), meaning);
const line = sharedAs(
  'private',
  describe(
    z.string().check(z.minLength(1), z.maxLength(writtenLimits.lineLength)),
    'A line such as GET item:${session.cart}:${n}, without the prefix of the run, which keys get.',
  ),
);
const name = () => sharedAs('private', z.string().check(z.minLength(1), z.maxLength(80)));

const commandSchema = z.strictObject({
  command: line,
  times: whole(times, 'How often it is sent, with ${n} from 0; left out: once.'),
  as: describe(
    z.optional(sharedAs('private', z.string().check(z.regex(/^[A-Za-z]\w{0,39}$/)))),
    'Name of its reply for later stages: of all its replies, where it is sent several times.',
  ),
  trip: whole(
    trip,
    'Of a recorded unit: with which round trip its program sends it. The lane one-by-one sends what has the same number at once.',
  ),
  piped: describe(
    z.optional(z.literal(true)),
    'Its program sends it in one pipeline with the others of its round trip that say so.',
  ),
  weight: whole(weight, 'Of the commands of a stage that have a weight, each unit sends one, by weight.'),
});

const stageSchema = z.strictObject({
  pauseMs: whole(pauseMs, 'What the service does before this stage, ms; left out: nothing.'),
  commands: describe(
    z.array(commandSchema).check(z.minLength(1), z.maxLength(writtenLimits.commandsOfStage)),
    'None of them needs the reply to another.',
  ),
});

const unitSchema = z.strictObject({
  name: describe(z.optional(name()), 'What it is called.'),
  weight: whole(weight, 'How often there is such a unit, beside the others; left out: 1.'),
  stages: describe(
    z.array(stageSchema).check(z.minLength(1), z.maxLength(writtenLimits.stages)),
    'One after the other: each begins once all replies to the one before it are there.',
  ),
});

/** Units of work of a service, as its commands: what they need of each other is in the stages. It names no code. */
export const writtenSchema = describe(
  z.strictObject({
    name: describe(name(), 'What a unit is, for people.'),
    setup: describe(
      z.optional(
        z
          .array(
            z.strictObject({
              command: line,
              times: whole(times, 'How often it is sent, with ${n} from 0; left out: once.'),
            }),
          )
          .check(z.maxLength(writtenLimits.commandsOfStage)),
      ),
      'Sent once, before the first unit: what units read.',
    ),
    units: describe(
      z.array(unitSchema).check(z.minLength(1), z.maxLength(writtenLimits.units)),
      'What is carried out; several are drawn by their weights.',
    ),
    leftOut: describe(
      z.optional(
        z.strictObject({
          commands: describe(z.int().check(z.minimum(1)), 'How many are left out.'),
          of: describe(z.int().check(z.minimum(1)), 'Of how many.'),
          names: sharedAs(
            'open',
            describe(
              z.array(z.string().check(z.regex(/^[A-Z][\w.]{0,39}$/))).check(z.maxLength(5)),
              'The most frequent ones.',
            ),
          ),
        }),
      ),
      'Commands of a recorded program that cannot be carried out again.',
    ),
  }),
  'Units of a service as commands in stages, that lanes carry out in place of a workload’s commands.',
);
export type WrittenWorkload = z.output<typeof writtenSchema>;
export type WrittenUnit = WrittenWorkload['units'][number];
export type WrittenStage = WrittenUnit['stages'][number];
export type WrittenCommand = WrittenStage['commands'][number];
