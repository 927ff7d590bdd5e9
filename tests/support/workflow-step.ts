import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { parse } from 'yaml';
import { projectRoot } from './project-root.ts';
import { temporaryFolder } from './temporary-folder.ts';

export interface WorkflowStep {
  name?: string;
  id?: string;
  if?: string;
  uses?: string;
  with?: Record<string, unknown>;
  run?: string;
  env?: Record<string, string>;
}

const { runs, inputs } = parse(readFileSync(join(projectRoot, 'action.yml'), 'utf8')) as {
  inputs: Record<string, { default: string }>;
  runs: { steps: WorkflowStep[] };
};
export const actionSteps = runs.steps;

interface Surroundings {
  folder?: string;
  env?: NodeJS.ProcessEnv;
}

/** Runs the script of a step in bash as a runner of GitHub does, in a folder that is also its workspace. */
export async function runStep(script: string, { folder = temporaryFolder(), env = {} }: Surroundings = {}) {
  const child = spawn('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', script], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      GITHUB_STEP_SUMMARY: join(folder, 'summary.md'),
      GITHUB_OUTPUT: join(folder, 'output'),
      RUNNER_TEMP: folder,
      ...env,
    },
  });
  const [stdout, [code]] = await Promise.all([
    text(child.stdout),
    once(child, 'close') as Promise<[number | null]>,
  ]);
  return { folder, code, stdout, read: (file: string) => readFileSync(join(folder, file), 'utf8') };
}

/** A step of the action, with the inputs that it is given, and the others as they are by default. */
export function runActionStep(
  name: string,
  given: Record<string, string>,
  { folder, env }: Surroundings = {},
) {
  const { run = '', env: asked = {} } = actionSteps.find((step) => step.name === name) ?? {};
  const environment: NodeJS.ProcessEnv = { GITHUB_ACTION_PATH: projectRoot };
  for (const [variable, value] of Object.entries(asked)) {
    const [, input] = /inputs\.([\w-]+)/.exec(value) ?? [];
    if (input !== undefined) environment[variable] = given[input] ?? inputs[input]?.default ?? '';
  }
  return runStep(run, { ...(folder !== undefined && { folder }), env: { ...environment, ...env } });
}
