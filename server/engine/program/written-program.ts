import { setTimeout as sleep } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import type { WrittenStage, WrittenUnit, WrittenWorkload } from '../../../shared/contract/written.ts';
import { splitWords } from '../../../shared/plan/custom-words.ts';
import { partsOf, type Placeholder } from '../../../shared/plan/written/placeholders.ts';
import type { UnitWay } from '../../../shared/plan/written/ways.ts';
import type { ProgramContext, ProgramModule } from '../lane/lane-code.ts';
import { connectUsual } from './connect-usual.ts';
import { ProgramFault } from './fault.ts';

/** Of what is written before the first unit, in one pipeline. */
const setupBatch = 1000;

/** A command with its words filled in, and where it is written. */
interface Line {
  name: string;
  args: string[];
  at: string;
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
  const prepared = units.map(prepareUnit);
  const pick = pickerOf(units.map(({ weight = 1 }) => weight));
  return {
    countsSent: true,
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
      for (const { pauseMs, commands } of prepared[pick(filling.draw)] ?? []) {
        if (pauseMs > 0) await sleep(pauseMs);
        const chosen = chosenOf(commands, filling.draw);
        const lines = chosen.map((command) => linesOf(command, filling));
        const replies = await send(client as Redis, lines.flat());
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

function prepare(
  {
    command,
    times = 1,
    weight,
    as,
  }: { command: string; times?: number | undefined; weight?: number | undefined; as?: string | undefined },
  at: string,
): PreparedCommand {
  const [name = '', ...args] = splitWords(command);
  return { name: name.toLowerCase(), args: args.map((word) => prepareWord(word, at)), times, weight, as, at };
}

const linesOf = ({ name, args, times, at }: PreparedCommand, filling: Filling): Line[] =>
  Array.from({ length: times }, (_, repeat) => ({
    name,
    args: args.map((word) => word(filling, repeat)),
    at,
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
