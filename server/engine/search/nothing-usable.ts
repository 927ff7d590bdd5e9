import type { SearchPoint } from '../../../shared/contract/search.ts';
import { describeNothingUsable } from '../../../shared/search/nothing-usable.ts';
import { search } from '../../../shared/words/en/search.ts';

export class NothingUsable extends Error {
  override readonly name = 'NothingUsable';

  constructor(points: readonly SearchPoint[]) {
    super(describeNothingUsable(points, search));
  }
}
