import { InvalidInput, type Plan, type Problem } from '../../shared/schemas.ts';
import { mostKeysToFill, typesToFill } from './fill.ts';
import { findStrategy, strategies } from './strategies/index.ts';

/** Whether every lane's strategy exists and can send its commands. Throws InvalidInput with every problem. */
export function checkPlan(plan: Plan): void {
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
