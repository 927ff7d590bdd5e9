import type { LabelledLane } from '../../../../shared/contract/lesson.ts';
import { traitsOf } from '../../../../shared/contract/strategies.ts';
import { laneLabel } from '../../../../shared/words/lane-labels.ts';
import { settingsInWords } from '../../../../shared/words/settings.ts';
import type { Messages } from '../../messages/en.ts';

/** Names that tell the lanes of a step apart: "Raw socket, batch 3". Where words do not, their ids do. */
export function laneNames(
  lanes: readonly LabelledLane[],
  strategyName: (strategy: string) => string,
  messages: Messages,
): string[] {
  const names = lanes.map(
    (lane) =>
      lane.label ??
      messages.words.numbers.list(
        [
          laneLabel(strategyName(lane.strategy), lane, messages.words.numbers.list),
          ownWords(lane, messages),
        ].filter((part) => part !== ''),
      ),
  );
  return names.map((name, index) =>
    names.indexOf(name) === names.lastIndexOf(name) ? name : (lanes[index]?.id.replaceAll('-', ' ') ?? name),
  );
}

function ownWords({ strategy, own }: LabelledLane, messages: Messages): string {
  const { pipeline, ...others } = own;
  // What of a batch size such a strategy has is how many commands are on their way at once.
  if (pipeline === undefined || traitsOf(strategy)?.batching !== 'in-flight')
    return settingsInWords({ workload: own }, messages);
  return messages.words.numbers.list(
    [settingsInWords({ workload: others }, messages), messages.lessons.inFlight(pipeline)].filter(
      (part) => part !== '',
    ),
  );
}
