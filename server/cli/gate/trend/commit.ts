import { execFileSync } from 'node:child_process';

/** Variables in which CI services name the commit: GitHub, GitLab, Jenkins, CircleCI, Bitbucket, Buildkite, Azure, Travis, Drone. */
const variables = [
  'GITHUB_SHA',
  'CI_COMMIT_SHA',
  'GIT_COMMIT',
  'CIRCLE_SHA1',
  'BITBUCKET_COMMIT',
  'BUILDKITE_COMMIT',
  'BUILD_SOURCEVERSION',
  'TRAVIS_COMMIT',
  'DRONE_COMMIT_SHA',
];
const isCommit = /^[0-9a-f]{7,64}$/i;

/** The commit of the CI job, else that of the folder; `null`: neither is known. */
export function commitOf(env: NodeJS.ProcessEnv, folder: string): string | null {
  const named = variables.flatMap((name) => env[name] ?? []).find((text) => isCommit.test(text));
  return named ?? headOf(folder);
}

function headOf(folder: string): string | null {
  try {
    const head = execFileSync('git', ['rev-parse', 'HEAD'], {
      ...{ cwd: folder, encoding: 'utf8', timeout: 5000 },
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
    return isCommit.test(head) ? head : null;
  } catch {
    return null;
  }
}
