import { largest } from '../../statistics/extremes.ts';
import { childrenOf, type LoopNode, type Node } from '../source/source-file.ts';
import { namesIn } from '../source/scopes.ts';
import type { Edit } from './text.ts';
import type { SentCall } from './sent-calls.ts';

export interface LoopPatch {
  edits: Edit[];
  /** Round trips of all rounds together. */
  trips: number;
  /** The stage of each exchange of a round, from 1. */
  stages: number[];
  /** The body stays as it is, but for the commands. */
  isInPlace: boolean;
  /** The loop stands in another one: the round trips are those of each time. */
  isRepeated: boolean;
}

/** Calls and awaits of units, whose own effects are known. */
export const knownOf = (units: readonly SentCall[]): Set<Node> =>
  new Set(units.flatMap(({ call, awaited }): Node[] => [call, awaited]));

/** The parts of a loop besides its body. */
export const headOf = (loop: LoopNode): Node[] =>
  (loop.type === 'ForStatement'
    ? [loop.init, loop.test, loop.update]
    : loop.type === 'WhileStatement' || loop.type === 'DoWhileStatement'
      ? [loop.test]
      : [loop.left, loop.right]
  ).flatMap((one) => one ?? []);

export const sentAlone = (units: readonly SentCall[]) => ({
  trips: largest(
    units.map(({ places }) => places.length),
    1,
  ),
  stages: units.flatMap(({ places }) => places.map((_, at) => at + 1)),
});

/** A counter in the head of a `for`: each round has its own. */
export const isCounter = (name: string, loop: LoopNode, body: readonly Node[]): boolean =>
  loop.type === 'ForStatement' &&
  loop.init?.type === 'VariableDeclaration' &&
  loop.init.kind === 'let' &&
  namesIn(loop.init).includes(name) &&
  !body.some((node) => changesName(node, name));

const changesName = (node: Node, name: string): boolean =>
  (node.type === 'AssignmentExpression' && namesIn(node.left).includes(name)) ||
  (node.type === 'UpdateExpression' && namesIn(node.argument).includes(name)) ||
  childrenOf(node).some((one) => changesName(one, name));

/** A statement of the body, and the part of the patch that it belongs to. */
export interface PlacedStatement {
  node: Node;
  units: SentCall[];
  /** The unit is sent in the first loop; its statement works with the reply in the second one. */
  isDivided: boolean;
  part: 'send' | 'use';
}
