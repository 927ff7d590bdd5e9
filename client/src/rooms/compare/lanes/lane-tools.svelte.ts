import { createContext } from 'svelte';
import type { Messages } from '../../../messages/en.ts';
import type { PlanEditor } from '../../../plan/plan-editor.svelte.ts';
import { moved } from '../../../plan/draft-lanes.ts';
import type { BoardLane } from '../../../run/board-lane.ts';

type NamedLane = Pick<BoardLane, 'index' | 'name'>;

/** The tools of the lanes on the board: at most one lane has them open, or its differences, or is being dragged. */
export class LaneTools {
  readonly showCode: (lane: number) => void;
  readonly #editor: PlanEditor;
  readonly #text: Messages['lane'];
  readonly #focus: (lane: number) => void;
  #open = $state<number | null>(null);
  #movedBy = $state<-1 | 1 | null>(null);
  #differing = $state<number | null>(null);
  #dragged = $state.raw<{ from: number; to: number } | null>(null);
  #said = $state('');

  /** `focus`: moves the focus to the button of a lane's tools. */
  constructor(
    editor: PlanEditor,
    text: Messages['lane'],
    showCode: (lane: number) => void,
    focus: (lane: number) => void,
  ) {
    this.#editor = editor;
    this.#text = text;
    this.#focus = focus;
    this.showCode = (lane) => {
      this.hide();
      showCode(lane);
    };
  }

  /** The button that moved the lane whose tools are open: the next press is to move it further. */
  get movedBy(): -1 | 1 | null {
    return this.#movedBy;
  }

  /** The lane whose differences are open. */
  get differing(): number | null {
    return this.#differing;
  }

  /** The last change of a lane, for screen readers. */
  get said(): string {
    return this.#said;
  }

  isOpen(lane: number): boolean {
    return this.#open === lane;
  }

  toggle(lane: number): void {
    this.#open = this.isOpen(lane) ? null : lane;
    this.#movedBy = null;
  }

  hide(): void {
    this.#open = null;
  }

  /** Hides the tools and returns to the button that opened them. */
  close(): void {
    const lane = this.#open;
    this.hide();
    if (lane !== null) this.#focus(lane);
  }

  showDifferences(lane: number): void {
    this.hide();
    this.#differing = lane;
  }

  closeDifferences(): void {
    const lane = this.#differing;
    this.#differing = null;
    if (lane !== null) this.#focus(lane);
  }

  /** `to`: the place under the pointer; `null`: none. */
  drag(from: number, to: number | null): void {
    this.#dragged = to === null ? null : { from, to };
  }

  /** The edge of a place where the dragged lane would land; `null`: it is over another place. */
  landingAt(place: number): 'before' | 'after' | null {
    if (this.#dragged?.to !== place) return null;
    return this.#dragged.from < place ? 'after' : 'before';
  }

  move({ index, name }: NamedLane, to: number): void {
    this.#editor.lanes.edit((draft) => draft.changeLanes((lanes) => moved(lanes, index, to)));
    this.#said = to === 0 ? this.#text.nowBaseline(name) : this.#text.movedTo(name, to + 1);
  }

  /** Moves a lane by one place; its tools stay open. */
  moveBy(lane: NamedLane, by: -1 | 1): void {
    const to = lane.index + by;
    if (to < 0 || to >= this.#editor.draft.lanes.length) return;
    this.move(lane, to);
    this.#open = to;
    this.#movedBy = by;
  }

  remove({ index, name }: NamedLane): void {
    this.#editor.lanes.edit((draft) => draft.removeLane(index));
    this.#said = this.#text.removed(name);
    this.close();
  }

  add(): void {
    this.#editor.lanes.add();
    this.close();
  }
}

export const [useLaneTools, setLaneTools] = createContext<LaneTools>();
