import { fileURLToPath } from 'node:url';
import type { SweepStep } from '../../shared/sweep/recipe.ts';
import { startRun } from '../../server/engine/run/run.ts';
import type { AppParts } from '../../server/http/app.ts';
import { startServer, type TestServer } from './build-app.ts';
import { shortStep } from './short-lesson.ts';

/** The built page on the real engine, with lessons in as little time as there are figures; closed with the test. */
export const serveLessons = (
  parts: Partial<AppParts> = {},
  adjust: (step: SweepStep) => SweepStep = shortStep,
): Promise<TestServer> =>
  startServer({
    startRun,
    pageFolder: fileURLToPath(new URL('../../dist/client/', import.meta.url)),
    lessons: { adjust },
    tickMs: 250,
    ...parts,
  });
