import type { Plan } from '../contract/plan.ts';

/** In place of a text that its owner keeps private. */
export const leftOut = '…';

/** Whether a plan lacks texts that it would need to be carried out again. */
export function lacksTexts({ workload, lanes, written, target }: Plan): boolean {
  const parts = [
    [target, ...lanes.flatMap((lane) => [lane.target, lane.file])],
    ...[workload, ...lanes.map((lane) => lane.workload)].map(({ customCommand, customCommands }) => [
      customCommand,
      ...(customCommands ?? []),
    ]),
    (written?.units ?? []).flatMap(({ stages }) =>
      stages.flatMap(({ commands }) => commands.map(({ command }) => command)),
    ),
  ];
  return parts.flat().includes(leftOut);
}
