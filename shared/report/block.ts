import type { CellInWords, CellFormat } from '../words/cell-text.ts';
import type { Column } from '../contract/recipe.ts';
import type { Picture, PictureRoom } from './outcome-picture.ts';

/** Something that a result was held against: an assertion, or the bound of a regression. */
export interface Check {
  /** What was asked, as in `pipeline.p99 < 5ms`. */
  name: string;
  /** `null`: not judged, for its interval reaches across the bound. */
  passed: boolean | null;
  /** What was found, with its figures. */
  message: string;
  /** It failed at first, and a second measurement was made. */
  tookTwo?: true;
  /** The ids of the findings of a profile that it failed for. */
  findings?: readonly string[];
}

/** Where a document is read. */
export type Surface = 'terminal' | 'markdown' | 'csv' | 'junit' | 'html';

/** A line below the words of a cell. */
interface CellLine {
  text: string;
  isStrong?: boolean;
}

/** Words in a cell, with how a surface may show them. */
export interface CellWords extends CellLine {
  /** The same in fewer words, for a surface with little room: each shorter than the one before. */
  shorter?: readonly string[];
  tone?: 'good' | 'bad' | 'doubtful';
  /** Of a row's name: what is named beside it, and whether that is an id. */
  beside?: string;
  isId?: boolean;
  /** Of a row's name: its lane, by its place in the document. */
  lane?: number;
  /** Of a row's name: it belongs to the row above. */
  isUnder?: boolean;
  /** Of a row's name: how many rows it is the name of; 0: that of a row above. */
  spans?: number;
  /** Of a row's name: the row is what was advised. */
  isAnswer?: boolean;
  below?: readonly CellLine[];
  /** Where it is not that of the reader. */
  lang?: string;
}

/** `null`: not known. */
export type Cell = CellInWords | boolean | CellWords;

export interface TableColumn extends Partial<Pick<Column, 'origin' | 'detail'>> {
  label: string;
  /** bar: its figures are drawn as bars where there is no other chart. */
  unit: CellFormat | 'bar';
  /** The figure to quote. */
  isMain?: boolean;
  /** Ends of intervals are written out. */
  isExact?: boolean;
  /** Characters of the longest bar on a terminal at most. */
  barWidth?: number;
  /** Names may be cut where there is little room. */
  mayShorten?: boolean;
  /** Words that stand on the right, as figures do. */
  isRight?: boolean;
  /** Its cells are sentences. */
  isProse?: boolean;
  /** What it is, for those who point at its heading. */
  more?: string;
}

/** Limits a block to some surfaces, where another has the same in a form of its own; absent: every one. */
interface OnSurfaces {
  on?: readonly Surface[];
}

export interface TableBlock extends OnSurfaces {
  type: 'table';
  title: string;
  columns: readonly TableColumn[];
  /** The first cell of a row names it. */
  rows: readonly (readonly Cell[])[];
  /** Where it is too wide, the columns from here on become a table of their own under this heading. */
  split?: { at: number; label: string };
  /** Signs in its cells with their meaning. */
  signs?: readonly (readonly [sign: string, meaning: string])[];
  /** A machine reads the labels of its columns; figures have fixed decimals. */
  isData?: boolean;
}

/** Something with a name of which several sentences are said: a lane, a claim. */
export interface Item {
  /** `null`: its text says it. */
  name: string | null;
  /** For a surface with little room, and for one that shows ids elsewhere; absent: its name. */
  shortName?: string;
  label?: string;
  /** Drawn before the name where there are no test cases. */
  mark?: string;
  text: string;
  /** What the text rests on. */
  because?: string;
  notes: readonly { warn: boolean; text: string }[];
  /** See CellWords. */
  lane?: number;
  /** As a test case; absent: it passed, and its output is its sentences. */
  test?: TestCase;
}

export interface TestCase {
  name: string;
  classname: string;
  timeMs: number;
  failure?: { type: string; message: string } | null;
  /** Why nothing could be said. */
  skipped?: string | null;
  output: string;
}

export interface ItemsBlock extends OnSurfaces {
  type: 'items';
  title: string;
  items: readonly Item[];
  /** As a suite of test cases; absent: named as the block is. */
  suite?: { name: string; timeMs: number };
}

export type Block =
  /** What a reader takes home, and what it rests on. */
  | (OnSurfaces & { type: 'headline'; text: string; more: readonly string[] })
  | (OnSurfaces & { type: 'heading'; text: string })
  | (OnSurfaces & { type: 'text'; text: string })
  /** Facts in one line. */
  | (OnSurfaces & { type: 'line'; text: string })
  /** What makes the figures doubtful. */
  | (OnSurfaces & { type: 'doubts'; doubts: readonly string[] })
  | (OnSurfaces & { type: 'checks'; checks: readonly Check[] })
  | TableBlock
  /** Only where pictures are drawn: the figures stand in a table as well. */
  | (OnSurfaces & { type: 'picture'; title: string; draw: (room: PictureRoom) => Picture })
  | ItemsBlock
  | (OnSurfaces & { type: 'sentences'; title: string; sentences: readonly string[] })
  | (OnSurfaces & { type: 'facts'; facts: readonly (readonly [name: string, value: string])[] })
  | (OnSurfaces & { type: 'code'; code: string; isDiff?: boolean })
  /** What is looked up rather than read. */
  | (OnSurfaces & { type: 'details'; title: string; blocks: readonly Block[] });

/** A document as blocks, in the words of a language: all that a renderer needs. */
export interface Report {
  kind: string;
  title: string;
  startedAt: string;
  tookMs: number;
  /** By which lines of a table of all figures are told from those of another document. */
  keys: readonly (readonly [name: string, value: string])[];
  /** Strategies of its lanes, from which these have their looks. */
  lanes: readonly { strategy: string }[];
  blocks: readonly Block[];
}

/** The blocks that a surface draws; an empty suite of test cases is one. */
export const blocksOn = (blocks: readonly Block[], surface: Surface): Block[] =>
  blocks.filter(
    (block) =>
      (block.on === undefined || block.on.includes(surface)) && (surface === 'junit' || !isEmpty(block)),
  );

function isEmpty(block: Block): boolean {
  switch (block.type) {
    case 'doubts':
      return block.doubts.length === 0;
    case 'checks':
      return block.checks.length === 0;
    case 'items':
      return block.items.length === 0;
    case 'sentences':
      return block.sentences.length === 0;
    default:
      return false;
  }
}
