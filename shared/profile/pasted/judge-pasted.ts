import type { Program } from 'acorn';
import type { ProfileFinding } from '../../contract/profile.ts';
import type { WrittenWorkload } from '../../contract/written.ts';
import { pastedLimits } from '../../limits.ts';
import { detect, type Detecting } from '../detect.ts';
import { exchangesOf, tripsOf } from '../exchanges.ts';
import { diffOf } from '../patch/diff.ts';
import { patchOf } from '../patch/patch.ts';
import type { TracedUnit } from '../read-trace.ts';
import type { PatchRequest } from '../source-evidence.ts';
import { evidenceOf, functionAt } from '../source/evidence.ts';
import {
  childrenOf,
  isFunction,
  type FunctionNode,
  type Node,
  type ParseFault,
} from '../source/source-file.ts';
import { nameOfFunction } from '../source/syntax.ts';
import { ClientCalls } from './client-calls.ts';
import { pastedFile, readPasted, type PastedSource } from './pasted-source.ts';
import { writtenOf } from './pasted-units.ts';
import { Rehearsal } from './rehearsal.ts';
import { SentLog, TooManyCommands } from './sent-log.ts';

/** A function of a pasted text, with what is said of the commands that it sends. */
export interface PastedFunction {
  /** Empty: it has no name. */
  name: string;
  /** The line that it begins in; 0: it is what stands beside all functions. */
  line: number;
  commands: number;
  tripsNow: number;
  tripsNeeded: number;
  findings: ProfileFinding[];
  /** Lines with commands in branches that were not followed. */
  skipped: number[];
  /** The same as written units; `null`: nothing in it could share a round trip, or none of it can be written. */
  written: WrittenWorkload | null;
  /** Commands that written units cannot carry out. */
  unwritten: string[];
}

/** The judgement of a pasted text, or why there is none. */
export type JudgedPaste =
  | { state: 'judged'; functions: PastedFunction[] }
  | { state: 'refused'; why: 'empty' | 'no-commands' | 'too-deep' }
  | { state: 'refused'; why: 'too-long'; letters: number; most: number }
  | { state: 'refused'; why: 'too-many'; most: number }
  | ({ state: 'refused'; why: 'unparsed' } & ParseFault);

/** Judges a pasted text as the profiler judges a recording: what would be sent is made up, with so many rounds for a loop. */
export function judgePasted(text: string, items: number): JudgedPaste {
  if (text.trim() === '') return { state: 'refused', why: 'empty' };
  if (text.length > pastedLimits.letters)
    return { state: 'refused', why: 'too-long', letters: text.length, most: pastedLimits.letters };
  try {
    const read = readPasted(text);
    if (!('source' in read)) return { state: 'refused', why: 'unparsed', ...read };
    const functions = rehearsed(read, items).map((one) => judged(one, read, text));
    return functions.length > 0 ? { state: 'judged', functions } : { state: 'refused', why: 'no-commands' };
  } catch (error) {
    if (error instanceof TooManyCommands)
      return { state: 'refused', why: 'too-many', most: pastedLimits.commands };
    if (error instanceof RangeError) return { state: 'refused', why: 'too-deep' };
    throw error;
  }
}

interface Rehearsed {
  node: FunctionNode | Program;
  log: SentLog;
  skipped: readonly Node[];
}

/** The functions that send commands and that no other one calls. */
function rehearsed({ source }: PastedSource, items: number): Rehearsed[] {
  const calls = new ClientCalls(source);
  const library = isNodeRedis.test(source.text) ? 'node-redis' : 'ioredis';
  const called = new Set<Node>();
  const all = functionsIn(source.program).map((node): Rehearsed => {
    const log = new SentLog(library);
    const rehearsal = new Rehearsal(source, calls, log, items);
    rehearsal.run(node);
    for (const one of rehearsal.called) called.add(one);
    return { node, log, skipped: rehearsal.skipped };
  });
  const sending = all.filter(({ log }) => log.commands.length > 0);
  const outermost = sending.filter(({ node }) => !called.has(node));
  return outermost.length > 0 ? outermost : sending;
}

/** Methods of node-redis have capitals within their names. */
const isNodeRedis =
  /\bcreate(?:Client|ClientPool|Cluster|Sentinel)\b|from ['"](?:@redis\/client|redis)['"]|\.(?:[hlmrsxz]|pf|geo)[A-Z]\w*\(/;

function functionsIn(program: Program): (FunctionNode | Program)[] {
  const found: FunctionNode[] = [];
  const open: Node[] = [program];
  for (let node = open.pop(); node; node = open.pop()) {
    if (isFunction(node)) found.push(node);
    for (const child of childrenOf(node)) open.push(child);
  }
  return [program, ...found.toSorted((one, other) => one.start - other.start)];
}

function judged({ node, log, skipped }: Rehearsed, read: PastedSource, text: string): PastedFunction {
  const { source } = read;
  const name = isFunction(node) ? nameOfFunction(source, node) : '';
  const line = isFunction(node) ? source.lineOf(node) : 0;
  const commands = log.commands;
  const unit: TracedUnit = {
    ...{ kind: 'mark', name: `${line} ${name}`, startedMs: 0, commands },
    durationMs: (commands.at(-1)?.t1 ?? 0) + 1,
  };
  const requests: PatchRequest[] = [];
  const { findings, units } = detect(
    {
      units: [unit],
      counts: new Map([[unit.name, { kind: unit.kind, name: unit.name, count: 1 }]]),
    },
    detectingIn(read, text, requests),
  );
  const trips = tripsOf(exchangesOf(unit));
  const needed = units[0]?.tripsNeeded ?? trips;
  const { written, unwritten } = writtenOf(unit, log.leads, requests, name === '' ? 'Pasted' : name);
  return {
    ...{ name, line, commands: commands.length, tripsNow: trips, tripsNeeded: needed },
    findings: withoutRepeats(findings),
    skipped: [...new Set(skipped.map((one) => source.lineOf(one)))].toSorted((one, other) => one - other),
    ...{ written: needed < trips ? written : null, unwritten },
  };
}

/** Findings without those of lines that are sent side by side and are part of a sequence as well. */
function withoutRepeats(findings: readonly ProfileFinding[]): ProfileFinding[] {
  const sequences = findings.filter(({ code }) => code !== 'concurrent');
  const placeOf = ({ line, column }: ProfileFinding['site']) => `${line}:${column}`;
  const told = new Set(sequences.flatMap(({ site, others }) => [site, ...others].map(placeOf)));
  return findings.filter((one) => one.code !== 'concurrent' || !told.has(placeOf(one.site)));
}

/** The judge’s view of the text. `requests` gets the sequences that may share round trips. */
function detectingIn({ source, before }: PastedSource, text: string, requests: PatchRequest[]): Detecting {
  const files = {
    sourceOf: (file: string) => (file === source.file ? source : null),
    isExtended: (name: string) => source.extended.has(name),
    importOf: () => null,
  };
  return {
    seesSites: true,
    evidenceOf: (run) => evidenceOf(run, files),
    patchOf: (request) => {
      requests.push(request);
      return patchOf(request, files);
    },
    diffOf: (patches) =>
      diffOf(
        patches.map(({ edits, ...patch }) => ({
          ...{ ...patch, file: pastedFile },
          edits: edits.map(({ start, end, text: instead }) => ({
            ...{ start: Math.max(0, start - before), end: end - before },
            text: instead,
          })),
        })),
        () => (text.endsWith('\n') ? text : `${text}\n`),
      ),
    functionOf: (frame) => functionAt(frame, files),
    isIgnored: ({ frames: [[, line] = ['', 0]] }) =>
      source.text
        .split('\n')
        .slice(Math.max(0, line - 2), line)
        .some((one) => /\/\/\s*roundtrip-ignore\b/.test(one)),
  };
}
