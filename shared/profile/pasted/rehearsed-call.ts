import type { Frame } from '../../contract/profile-trace.ts';
import { nameOfFunction } from '../source/syntax.ts';
import {
  calleeOf,
  isFunction,
  withoutTypes,
  type CallNode,
  type FunctionNode,
  type SourceFile,
} from '../source/source-file.ts';
import type { Program } from 'acorn';
import type { RehearsedValue, Variables } from './rehearsed-values.ts';
import type { MadeUpMoment } from './sent-log.ts';

/** A function while it is followed. */
export interface RehearsedCall {
  node: FunctionNode | Program;
  scope: Variables;
  /** The function that called it, and by which call; `null`: it is what is rehearsed. */
  from: { activation: RehearsedCall; call: CallNode } | null;
  /** The moment that it has come to. */
  at: MadeUpMoment;
  hasAwaited: boolean;
  answer: RehearsedValue;
}

/** The stack of a call as V8 would have it: behind an `await`, callers are those that wait. */
export function stackAt(source: SourceFile, call: CallNode, activation: RehearsedCall): Frame[] {
  const frames: Frame[] = [];
  let [isAwaiting, node, at] = [false, call, activation];
  for (;;) {
    const callee = withoutTypes(calleeOf(node));
    const place = callee.type === 'MemberExpression' && !callee.computed ? callee.property : callee;
    const { line = 1, column = 0 } = place.loc?.start ?? {};
    const name = isFunction(at.node) ? nameOfFunction(source, at.node) : '';
    frames.push([source.file, line, column + 1, `${isAwaiting ? 'async ' : ''}${name}`]);
    isAwaiting ||= at.hasAwaited;
    if (!at.from) return frames;
    [node, at] = [at.from.call, at.from.activation];
  }
}
