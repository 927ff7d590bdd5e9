import { Sites, type Stack } from '../process/sites.ts';
import { outOfBundle } from '../program-frames.ts';

export interface TripPlace {
  /** Relative to the working directory. */
  file: string;
  line: number;
  column: number;
}

/** The lines of the program that stacks lead to. */
export class TripPlaces {
  readonly #places = new Map<number, TripPlace | null>();
  readonly #sites = new Sites(process.cwd(), ({ id, frames, within }) => {
    // The library may be in one file with the program, which a map tells.
    const own = within === undefined ? frames : outOfBundle({ frames, within }).frames;
    const [file = '', line = 0, column = 0] = own[0] ?? [];
    this.#places.set(id, file === '' ? null : { file, line, column });
  });

  /** `null`: nothing of the program is on the stack. */
  of(stack: Stack, frames: number): TripPlace | null {
    const id = this.#sites.idOf(stack, frames);
    return id === null ? null : (this.#places.get(id) ?? null);
  }
}
