import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, onTestFinished, test } from 'vitest';
import { actionSteps, runActionStep } from '../support/workflow-step.ts';
import { useEmbedded } from '../support/embedded.ts';
import { projectRoot } from '../support/project-root.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** A folder in which the built program stands where the first step would have installed it. */
function installed(): string {
  const folder = temporaryFolder();
  const programs = join(folder, 'roundtrip/node_modules/.bin');
  mkdirSync(programs, { recursive: true });
  const main = join(projectRoot, 'dist/server/cli/main.js');
  chmodSync(main, 0o755);
  symlinkSync(main, join(programs, 'roundtrip'));
  return folder;
}

const manifest = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')) as { version: string };

/** The action's own checkout, with this place of releases. */
function checkoutOf(repository: { url: string } | undefined): string {
  const folder = temporaryFolder();
  cpSync(join(projectRoot, 'deploy/action'), join(folder, 'deploy/action'), { recursive: true });
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ ...manifest, repository }));
  return folder;
}

describe('the action installs', () => {
  /** What npm and apt-get were asked for, by programs of these names that note it. */
  async function asked(given: Record<string, string>, programs: readonly string[] = []) {
    const checkout = checkoutOf({ url: 'git+https://git.example/OWNER/roundtrip.git' });
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'some.tgz'), '');
    const bin = join(folder, 'bin');
    mkdirSync(bin);
    for (const name of ['npm', 'sudo', ...programs]) {
      writeFileSync(join(bin, name), `#!/bin/sh\necho "${name} $*" >> "${folder}/asked"\n`);
      chmodSync(join(bin, name), 0o755);
    }
    for (const name of ['bash', 'realpath']) symlinkSync(`/usr/bin/${name}`, join(bin, name));
    symlinkSync(process.execPath, join(bin, 'node'));
    const { code, read } = await runActionStep('Install', given, {
      folder,
      env: { PATH: bin, GITHUB_ACTION_PATH: checkout },
    });
    expect(code).toBe(0);
    const [npm = '', ...others] = read('asked').trim().split('\n');
    return [npm.split(' ').at(-1)?.replace(folder, ''), others];
  }
  const release = (version: string) =>
    `https://git.example/OWNER/roundtrip/releases/download/v${version}/roundtrip-lab-roundtrip-${version}.tgz`;
  const server = ['redis-server'];

  test.each([
    ['the release that it is of', {}, server, release(manifest.version)],
    ['a release', { version: '2.1.0' }, server, release('2.1.0')],
    ['a tarball of the workspace', { version: 'some.tgz' }, server, '/some.tgz'],
    ['a tarball by its address', { version: 'https://a.b/c.tgz' }, server, 'https://a.b/c.tgz'],
  ])('%s, and nothing else', async (_, given, programs, wanted) => {
    expect(await asked(given, programs)).toEqual([wanted, []]);
  });

  test('no release where package.json names no repository, and says what to give instead', () => {
    const program = join(checkoutOf(undefined), 'deploy/action/release-tarball.mjs');
    const { status, stdout, stderr } = spawnSync(process.execPath, [program, ''], { encoding: 'utf8' });
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/names no repository\. Give the action a tarball as its "version"/);
  });

  test('a server where there is none and one is needed', async () => {
    const install = ['sudo apt-get update -qq', 'sudo apt-get install -y -qq redis-server'];
    expect((await asked({ arguments: '--strategy pipeline' }))[1]).toEqual(install);
    expect((await asked({ arguments: '--duration 2s -u redis://redis' }))[1]).toEqual([]);
    expect((await asked({ profile: 'npm test' }))[1]).toEqual([]);
  });

  test('no Node but the one that is asked for', () => {
    const [first, ...others] = actionSteps;
    expect(first).toMatchObject({ if: "inputs.node-version != ''", uses: 'actions/setup-node@v4' });
    expect(others.filter(({ uses }) => uses !== undefined)).toEqual([]);
  });
});

describe('the action measures', () => {
  const embedded = useEmbedded();

  test.each([
    ['where all holds it passes', 'pipeline.failed == 0', 0],
    ['where an assertion fails, so does it', 'pipeline.failed == 0\npipeline.commands == 1', 99],
  ])('%s, and the summary has the table', async (_, assertions, code) => {
    const { code: ended, read } = await runActionStep(
      'Measure',
      {
        arguments: '--strategy one-by-one,pipeline\n-n 300 --warmup 0 --command "APPEND __key__ x"',
        assert: assertions,
      },
      { folder: installed() },
    );
    expect(ended).toBe(code);
    expect(read('output')).toBe(`result=roundtrip.json\nexit-code=${code}\n`);
    expect(read('summary.md')).toMatch(/\| *pipeline/i);
    expect(read('roundtrip/summary.md')).toBe(read('summary.md'));
    const { lanes } = JSON.parse(read('roundtrip.json')) as { lanes: { commands: number }[] };
    expect(lanes.map(({ commands }) => commands)).toEqual([300, 300]);
  });

  /** Reads three items in one trip, or in three. */
  const program = `import { createRequire } from 'node:module';
const Redis = createRequire(${JSON.stringify(join(projectRoot, 'package.json'))})('ioredis');
const redis = new Redis(process.env.REDIS_URL);
const items = ['a', 'b', 'c'];
if (process.env.SLOW) for (const item of items) await redis.get(item);
else await redis.mget(items);
redis.disconnect();
`;

  test.each([
    ['as it is', 0, '', ''],
    ['with a loop that was put back, and a budget of its own', 99, '1', '--budget 100%'],
  ])('the trips of a program, %s: %i', async (_, code, slow, options) => {
    const { port = 0 } = embedded().target.endpoint;
    const folder = installed();
    writeFileSync(join(folder, 'cart.mjs'), program);
    const run = await runActionStep(
      'Measure',
      {
        profile: 'node cart.mjs',
        arguments: options,
        assert: "profile.independent == 0\nprofile.tripsPerUnit['cart.mjs'] <= 3",
        result: 'result.json',
      },
      { folder, env: { REDIS_URL: `redis://127.0.0.1:${port}`, SLOW: slow } },
    );
    expect(run.code).toBe(code);
    expect(run.read('output')).toBe(`result=result.json\nexit-code=${code}\n`);
    expect(run.read('summary.md')).toContain('cart.mjs');
  });
});

describe('the action comments', () => {
  interface Comment {
    url: string;
    html_url: string;
    body: string;
  }

  /** Stands in for the API: comments of pull request 7 of o/r, which a token may write. */
  async function startApi(before: readonly string[] = []) {
    const comments: Comment[] = [];
    let origin = '';
    const add = (body: string) => {
      const id = comments.length + 1;
      const comment = { url: `${origin}/repos/o/r/issues/comments/${id}`, html_url: `page#${id}`, body };
      comments.push(comment);
      return comment;
    };
    const answer = async (request: IncomingMessage): Promise<[number, unknown]> => {
      if (request.headers.authorization !== 'Bearer secret') return [403, { message: 'not by\nthis token' }];
      const url = new URL(request.url ?? '', origin);
      const { body = '' } =
        request.method === 'GET' ? {} : (JSON.parse(await text(request)) as { body?: string });
      if (request.method === 'PATCH') {
        const comment = comments.find((one) => one.url === url.href);
        if (comment) comment.body = body;
        return comment ? [200, comment] : [404, {}];
      }
      if (url.pathname !== '/repos/o/r/issues/7/comments') return [404, {}];
      if (request.method === 'POST') return [201, add(body)];
      const [page, count] = ['page', 'per_page'].map((name) => Number(url.searchParams.get(name)));
      return [200, comments.slice(((page ?? 1) - 1) * (count ?? 30), (page ?? 1) * (count ?? 30))];
    };
    const server = createServer((request, response) => {
      void answer(request).then(([status, body]) => {
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
      });
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    onTestFinished(() => void server.close());
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    before.forEach(add);
    const bodies = () => comments.map(({ body }) => body);
    const comment = async (summary: string | null, { name = 'batching', token = 'secret' } = {}) => {
      const folder = temporaryFolder();
      mkdirSync(join(folder, 'roundtrip'));
      if (summary !== null) writeFileSync(join(folder, 'roundtrip/summary.md'), summary);
      const env = { PULL_REQUEST: '7', GITHUB_API_URL: origin, GITHUB_REPOSITORY: 'o/r' };
      const { code, stdout } = await runActionStep('Comment', { comment: name, token }, { folder, env });
      expect(code).toBe(0);
      return stdout;
    };
    return { comment, bodies };
  }

  test('once, and then again in the same place, a place for each name', async () => {
    const others = Array.from({ length: 130 }, (_, index) => `Looks good (${index}).`);
    const { comment, bodies } = await startApi(others);
    expect(await comment('| pipeline | × 2 |')).toBe('Added page#131\n');
    expect(await comment('| pipeline | × 3 |')).toBe('Updated page#131\n');
    expect(await comment('other', { name: 'profile' })).toBe('Added page#132\n');
    expect(bodies().slice(130)).toEqual([
      '<!-- roundtrip: batching -->\n| pipeline | × 3 |',
      '<!-- roundtrip: profile -->\nother',
    ]);
    expect(bodies().slice(0, 130)).toEqual(others);
  });

  test('also where nothing could be measured, and no more than the API takes', async () => {
    const { comment, bodies } = await startApi();
    await comment(null);
    expect(bodies()).toEqual([
      '<!-- roundtrip: batching -->\nThere is no result: the log of the job says why.',
    ]);
    await comment('x'.repeat(100_000));
    expect(bodies()[0]?.length).toBeLessThan(65_536);
    expect(bodies()[0]).toMatch(/x\n\n… The summary of the job has the rest\.$/);
  });

  test('not where it may not, as in a pull request of a fork: that is a warning', async () => {
    const { comment, bodies } = await startApi();
    expect(await comment('| × 2 |', { token: '' })).toBe(
      '::warning::The comment was not written: 403 Forbidden: {"message":"not by\\nthis token"}\n',
    );
    expect(bodies()).toEqual([]);
  });

  test('only in a pull request, when a name was given, also after a gate that failed', () => {
    expect(actionSteps.find(({ name }) => name === 'Comment')?.if).toBe(
      "${{ !cancelled() && inputs.comment != '' && github.event.pull_request.number }}",
    );
  });
});
