import type { PlanInput } from '../../../../shared/contract/plan.ts';
import type { WrittenWorkload } from '../../../../shared/contract/written.ts';
import { withIds } from '../../plan/draft-lanes.ts';
import type { PlanDraft } from '../../plan/plan-draft.svelte.ts';

/** The settings of the page with two lanes of one unit: each command after the reply before, and each stage at once. */
export function pastedPlan(
  draft: Pick<PlanDraft, 'copy'>,
  written: WrittenWorkload,
  { asItIs, mended }: { asItIs: string; mended: string },
): PlanInput {
  const plan = draft.copy();
  plan.write(JSON.stringify(written), written);
  plan.changeLanes(() =>
    withIds([
      { strategy: 'one-by-one', label: asItIs },
      { strategy: 'pipeline', label: mended },
    ]),
  );
  return plan.toInput();
}
