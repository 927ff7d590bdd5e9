import { setTimeout as sleep } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import type {
  WrittenCommand,
  WrittenStage,
  WrittenUnit,
  WrittenWorkload,
} from '../../../shared/contract/written.ts';
import { splitWords } from '../../../shared/commands/custom-words.ts';
import { partsOf, type Placeholder } from '../../../shared/plan/written/placeholders.ts';
import type { UnitWay } from '../../../shared/plan/written/ways.ts';
import type { ProgramContext, ProgramModule } from '../lane/lane-code.ts';
import { connectUsual } from './connect-usual.ts';
import { ProgramFault } from './fault.ts';
import { countedAs } from './unit-watch.ts';

/** Of what is written before the first unit, in one pipeline. */
const setupBatch = 1000;

/** A command with its words filled in, and where it is written. */
interface Line {
  name: string;
  args: string[];
  at: string;
  isPiped: boolean;
}

/** What one unit draws and knows while its lines are filled in. */
interface Filling {
  i: number;
  draw: () => number;
  replies: Map<string, unknown>;
}

type Word = (filling: Filling, repeat: number) => string;

interface PreparedCommand {
  name: string;
  args: Word[];
  times: number;
  weight: number | undefined;
  as: string | undefined;
  at: string;
  trip: number | undefined;
  isPiped: boolean;
}

interface PreparedStage {
  pauseMs: number;
  commands: PreparedCommand[];
}

/** Written units as the program of a lane, which carries each out in one way. Its units give how many commands they sent. */
export function writtenProgram(
  { setup = [], units }: WrittenWorkload,
  way: UnitWay,
  seed: number,
): ProgramModule {
  const send = senders[way];
  const prepared = units.map((unit, index) => {
    const stages = prepareUnit(unit, index);
    const trips = way === 'one-by-one' ? asRecorded(stages) : null;
    return trips ? { stages: trips, send: sendTrip } : { stages, send };
  });
  const pick = pickerOf(units.map(({ weight = 1 }) => weight));
  return {
    countsSent: true,
    names: units
      .flatMap(({ stages }) => stages.flatMap(({ commands }) => commands))
      .flatMap(({ command }) => {
        const [name = '', first = ''] = splitWords(command.toLowerCase());
        return countedAs(name, first);
      }),
    connect: (context: ProgramContext) =>
      connectUsual(context, { enableAutoPipelining: way === 'auto-pipeline' }),
    setup: async (client) => {
      const redis = client as Redis;
      const filling: Filling = { i: 0, draw: drawer(seed, -1), replies: new Map() };
      const lines = setup.flatMap((one, index) => linesOf(prepare(one, `setup[${index}]`), filling));
      for (let from = 0; from < lines.length; from += setupBatch)
        await sendPiped(redis, lines.slice(from, from + setupBatch));
    },
    unit: async (client, i) => {
      const filling: Filling = { i, draw: drawer(seed, i), replies: new Map() };
      let sent = 0;
      const chosenUnit = prepared[pick(filling.draw)];
      for (const { pauseMs, commands } of chosenUnit?.stages ?? []) {
        if (pauseMs > 0) await sleep(pauseMs);
        const chosen = chosenOf(commands, filling.draw);
        const lines = chosen.map((command) => linesOf(command, filling));
        const replies = (await chosenUnit?.send(client as Redis, lines.flat())) ?? [];
        sent += replies.length;
        let from = 0;
        for (const [index, { as, times }] of chosen.entries()) {
          const until = from + (lines[index]?.length ?? 0);
          if (as !== undefined)
            filling.replies.set(as, times > 1 ? replies.slice(from, until) : replies[from]);
          from = until;
        }
      }
      return sent;
    },
  };
}

type Send = (redis: Redis, lines: readonly Line[]) => Promise<unknown[]>;

async function sendOneByOne(redis: Redis, lines: readonly Line[]): Promise<unknown[]> {
  const replies: unknown[] = [];
  for (const line of lines) replies.push(await call(redis, line));
  return replies;
}

/** What a program sent in one round trip, as it sent it: at once, and in a pipeline what was in one. */
async function sendTrip(redis: Redis, lines: readonly Line[]): Promise<unknown[]> {
  const piped = lines.filter(({ isPiped }) => isPiped);
  const [ofBatch, ...replies] = await Promise.all([
    piped.length > 0 ? sendPiped(redis, piped) : [],
    ...lines.map((line) => (line.isPiped ? null : call(redis, line))),
  ]);
  return lines.map((line, index) => (line.isPiped ? ofBatch[piped.indexOf(line)] : replies[index]));
}

const sendGathered: Send = (redis, lines) => Promise.all(lines.map((line) => call(redis, line)));

async function sendPiped(redis: Redis, lines: readonly Line[]): Promise<unknown[]> {
  const pipeline = redis.pipeline();
  for (const { name, args } of lines) methodOf(pipeline, name)(...args);
  const results = (await pipeline.exec()) ?? [];
  return results.map(([error, reply], index) => {
    if (error) throw refused(error, lines[index]);
    return reply;
  });
}

const senders: Record<UnitWay, Send> = {
  'one-by-one': sendOneByOne,
  'auto-pipeline': sendGathered,
  pipeline: sendPiped,
};

async function call(redis: Redis, line: Line): Promise<unknown> {
  try {
    return await methodOf(redis, line.name)(...line.args);
  } catch (error) {
    throw refused(error, line);
  }
}

type Method = (...args: string[]) => unknown;

/** Of a client or a pipeline. */
function methodOf(client: object, name: string): Method {
  const methods = client as Record<string, Method | undefined>;
  const method = methods[name];
  if (method) return method.bind(client);
  return (...args) => methods['call']?.call(client, name, ...args);
}

const refused = (error: unknown, line: Line | undefined) =>
  new ProgramFault(
    `${line?.at ?? ''}: ${(line?.name ?? '').toUpperCase()}: ${error instanceof Error ? error.message : String(error)}`,
    '',
  );

function prepareUnit({ stages }: WrittenUnit, unit: number): PreparedStage[] {
  return stages.map(({ pauseMs = 0, commands }: WrittenStage, stage) => ({
    pauseMs,
    commands: commands.map((one, index) =>
      prepare(one, `units[${unit}].stages[${stage}].commands[${index}]`),
    ),
  }));
}

/** The stages of a recorded unit as its program sent them: one for each round trip. `null`: it is not recorded. */
function asRecorded(stages: readonly PreparedStage[]): PreparedStage[] | null {
  const trips = new Map<number, PreparedStage>();
  for (const { pauseMs, commands } of stages)
    for (const [index, command] of commands.entries()) {
      if (command.trip === undefined) return null;
      const there = trips.get(command.trip) ?? { pauseMs: 0, commands: [] };
      trips.set(command.trip, {
        pauseMs: there.pauseMs + (index === 0 ? pauseMs : 0),
        commands: [...there.commands, command],
      });
    }
  return [...trips].toSorted(([one], [other]) => one - other).map(([, stage]) => stage);
}

function prepare(
  { command, times = 1, weight, as, trip, piped }: Partial<WrittenCommand> & { command: string },
  at: string,
): PreparedCommand {
  const [name = '', ...args] = splitWords(command);
  return {
    name: name.toLowerCase(),
    args: args.map((word) => prepareWord(word, at)),
    times,
    weight,
    as,
    at,
    trip,
    isPiped: piped === true,
  };
}

const linesOf = ({ name, args, times, at, isPiped }: PreparedCommand, filling: Filling): Line[] =>
  Array.from({ length: times }, (_, repeat) => ({
    name,
    args: args.map((word) => word(filling, repeat)),
    at,
    isPiped,
  }));

/** All that have no weight, and one of those that have. */
function chosenOf(commands: readonly PreparedCommand[], draw: () => number): readonly PreparedCommand[] {
  const weighted = commands.filter(({ weight }) => weight !== undefined);
  if (weighted.length === 0) return commands;
  const chosen = weighted[pickerOf(weighted.map(({ weight = 0 }) => weight))(draw)];
  return commands.filter((one) => one.weight === undefined || one === chosen);
}

/** Draws an index by weight. One alone needs no draw. */
function pickerOf(weights: readonly number[]): (draw: () => number) => number {
  if (weights.length === 1) return () => 0;
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  return (draw) => {
    let left = draw() * all;
    const found = weights.findIndex((weight) => (left -= weight) < 0);
    return found < 0 ? weights.length - 1 : found;
  };
}

function prepareWord(word: string, at: string): Word {
  const parts = partsOf(word).map((part): string | Word => {
    if (typeof part === 'string') return part;
    return part.is === 'wrong' ? part.text : fillerOf(part, at);
  });
  return (filling, repeat) =>
    parts.map((part) => (typeof part === 'string' ? part : part(filling, repeat))).join('');
}

function fillerOf(part: Placeholder, at: string): Word {
  switch (part.is) {
    case 'unit':
      return ({ i }) => String(part.of === undefined ? i : i % part.of);
    case 'repeat':
      return (_, repeat) => String(repeat);
    case 'random':
      return ({ draw }) => String(Math.floor(draw() * part.below));
    case 'data': {
      const data = 'abcdefghijklmnopqrstuvwxyz012345'.repeat(Math.ceil(part.bytes / 32)).slice(0, part.bytes);
      return () => data;
    }
    case 'reply':
      return ({ replies }, repeat) => {
        const value = within(replies.get(part.name), part, repeat);
        if (typeof value === 'string' || typeof value === 'number') return String(value);
        throw new ProgramFault(
          `${at}: ${part.name}${part.field === undefined ? '' : `.${part.field}`}${part.entry === undefined ? '' : '[…]'} is no text: the reply has none there. Write it in "setup"`,
          '',
        );
      };
  }
}

function within(
  reply: unknown,
  { field, entry }: Extract<Placeholder, { is: 'reply' }>,
  repeat: number,
): unknown {
  if (entry !== undefined)
    return Array.isArray(reply) ? reply[entry === 'repeat' ? repeat : entry] : undefined;
  if (field === undefined) return reply;
  if (Array.isArray(reply)) {
    const at = reply.findIndex((one, index) => index % 2 === 0 && one === field);
    return at < 0 ? undefined : reply[at + 1];
  }
  if (reply instanceof Map) return reply.get(field);
  return typeof reply === 'object' && reply !== null ? (reply as Record<string, unknown>)[field] : undefined;
}

/** Numbers from 0 to 1 of one unit: the same in every lane (mulberry32). */
function drawer(seed: number, i: number): () => number {
  let state = (Math.imul(seed, 0x9e3779b9) ^ Math.imul(i + 1, 0x85ebca6b)) | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
