import { InvalidInput, type Problem } from '../../../shared/contract/parse.ts';
import type { Plan } from '../../../shared/contract/plan.ts';
import { whyNotCustom } from '../workload/custom-command.ts';
import { mostKeysToFill, typesToFill } from '../workload/fill.ts';
import { findStrategy, strategies } from '../strategies/index.ts';

/**
 * Whether every lane's strategy exists and can send its commands. A custom command line is checked unless it is
 * `trusted`: Roundtrip's own. Throws InvalidInput with every problem.
 */
export function checkPlan(plan: Plan, trusted = false): void {
  const problems = plan.lanes.flatMap((lane, index): Problem[] => {
    const field = `lanes[${index}]`;
    const strategy = findStrategy(lane.strategy);
    if (!strategy)
      return [
        {
          field: `${field}.strategy`,
          value: lane.strategy,
          message: `must be one of ${strategies.map(({ id }) => id).join(', ')}`,
        },
      ];
    const unable = lane.workload.commands.filter((command) => strategy.commands?.includes(command) === false);
    const found: Problem[] = unable.map((command) => ({
      field: `${field}.workload.commands`,
      value: command,
      message: `${strategy.id} can only send ${strategy.commands?.join(', ') ?? 'all commands'}`,
    }));
    const line = lane.workload.customCommand;
    const why = line === undefined || trusted ? null : whyNotCustom(line);
    if (why !== null) found.push({ field: `${field}.workload.customCommand`, value: line, message: why });
    if (typesToFill(lane).length > 0 && lane.workload.keyspace > mostKeysToFill)
      found.push({
        field: `${field}.workload.keyspace`,
        value: lane.workload.keyspace,
        message: `commands that read have their keys written first, at most ${mostKeysToFill} keys`,
      });
    return found;
  });
  if (problems.length > 0) throw new InvalidInput(problems);
}
