import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** Why each may be yellow, and how often it says so: for action, for what is measured now, or as the mark. */
const mayBeYellow: Record<string, [uses: number, why: string]> = {
  'client/src/controls/ActionButton.svelte': [1, 'Run and its like'],
  'client/src/outcomes/distance/DistanceChart.svelte': [1, 'the point of a guess that is dragged'],
  'client/src/rooms/compare/lanes/LaneDifferences.svelte': [1, 'the button that takes the overrides'],
  'client/src/rooms/compare/lanes/LaneRow.svelte': [3, 'the lane that is measured; where a lane is dropped'],
  'client/src/rooms/lessons/LessonList.svelte': [1, 'the lesson in progress'],
  'client/src/rooms/lessons/OneLesson.svelte': [1, 'the lesson in progress'],
  'client/src/rooms/lessons/RunPart.svelte': [2, 'the step that is measured, and the way to the outcome'],
  'client/src/rooms/profile/LiveView.svelte': [1, 'the program that is recorded'],
  'client/src/rooms/runs/RunsRoom.svelte': [1, 'the button that compares what is chosen'],
  'client/src/run/LaneBars.svelte': [1, 'the lane that is measured'],
  'client/src/shell/FileDrop.svelte': [1, 'where a file is dropped'],
  'client/src/shell/Masthead.svelte': [1, 'the mark'],
  'client/src/shell/SeriesNote.svelte': [1, 'the lesson or search in progress'],
  'client/src/shell/styles/page.css': [1, 'the mark, until the masthead has come'],
  'client/src/shell/workshop/PresenterBar.svelte': [2, 'Join, and the way back to the presenter'],
};

test('Yellow stands for action and for what is measured now, and for nothing else', () => {
  const files = ['client', 'demo'].flatMap((room) =>
    readdirSync(join(root, room), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.(svelte|css|ts)$/.test(file))
      .map((file) => `${room}/${file}`),
  );
  const found = files.flatMap((file) => {
    const uses = readFileSync(join(root, file), 'utf8').match(/var\(--signal\)/g)?.length ?? 0;
    return uses > 0 ? [[file, uses] as const] : [];
  });
  expect(Object.fromEntries(found)).toEqual(
    Object.fromEntries(Object.entries(mayBeYellow).map(([file, [uses]]) => [file, uses])),
  );
});
