import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { profileSchema } from '../../shared/contract/profile.ts';
import { codeFor } from '../../shared/profile/code.ts';
import { useEmbedded } from '../support/embedded.ts';
import { projectRoot } from '../support/project-root.ts';
import { spawnCli } from '../support/run-cli.ts';
import { folderForAll } from '../support/temporary-folder.ts';

const embedded = useEmbedded();
const folder = folderForAll();
const run = promisify(execFile);

const start = (library: string): string => `import { createRequire } from 'node:module';
const require = createRequire(${JSON.stringify(join(projectRoot, 'package.json'))});
const bytes = Buffer.from([0xff, 0x00, 0xfe]);
const keys = ['bin:a', 'bin:b', 'bin:c', 'bin:d'];
const port = Number(process.env.PLANTED_PORT);
${
  library === 'ioredis'
    ? `const redis = new (require('ioredis'))(port);
for (const key of keys) await redis.multi().set(key, bytes).del('h' + key).hset('h' + key, 'f', bytes).del('l' + key).rpush('l' + key, bytes).exec();`
    : `const { createClient, RESP_TYPES } = require('@redis/client');
const client = await createClient({ socket: { port } }).connect();
for (const key of keys) await client.multi().set(key, bytes).del('h' + key).hSet('h' + key, 'f', bytes).del('l' + key).rPush('l' + key, bytes).exec();`
}
const show = (value) => process.stdout.write(JSON.stringify(value, (_, one) => one?.type === 'Buffer' ? Buffer.from(one.data).toString('hex') : one) + '\\n');
`;

// The bytes are no UTF-8: read as a text they are lost.
test.each([
  ['ioredis', 'redis.getBuffer(key)', ''],
  [
    'ioredis',
    "redis.hgetBuffer('h' + key, 'f')",
    "const calls = keys.map((key) => ['h' + key, 'f']), key = 'hbin:a', fields = ['f'];",
  ],
  ['ioredis', "redis.lrangeBuffer('l' + key, 0, -1)", "const calls = keys.map((key) => ['l' + key, 0, -1]);"],
  ['node-redis', 'binary.get(key)', ''],
  ['node-redis', "binary.lRange('l' + key, 0, -1)", "const calls = keys.map((key) => ['l' + key, 0, -1]);"],
])('the advice for %s keeps bytes: %s', async (library, call, given) => {
  const [before, after, json] = ['before.mjs', 'after.mjs', 'found.json'].map((name) => join(folder(), name));
  const mapped =
    library === 'ioredis'
      ? ''
      : 'const binary = client.withTypeMapping({ [RESP_TYPES.BLOB_STRING]: Buffer });\n';
  const isGet = /\.get(?:Buffer)?\(/.test(call);
  const end = `await ${library === 'ioredis' ? 'redis.quit()' : 'client.close()'};`;
  const loop = `const replies = [];\nfor (const key of keys) replies.push(await ${call});\nshow(replies);\n`;
  writeFileSync(before ?? '', start(library) + mapped + loop + end);
  const env = { PLANTED_PORT: String(embedded().target.endpoint.port ?? 0) };
  const words = ['profile', '-q', '--budget', '1000%', '--json', json ?? '', '--', 'node', before ?? ''];
  const was = await spawnCli(words, env);
  const { findings } = profileSchema.parse(JSON.parse(readFileSync(json ?? '', 'utf8')));
  const [finding] = findings.filter(({ code }) => code === 'independent-sequence');
  if (!finding) throw new Error('the loop was not found');
  writeFileSync(
    after ?? '',
    `${start(library)}${given}\n${codeFor(finding)}\nshow(replies);\n${isGet ? 'show(values);' : ''}\n${end}`,
  );
  const is = await run('node', [after ?? ''], { env: { ...process.env, ...env } });
  expect(was.stdout).toContain('ff00fe');
  expect(is.stdout).toBe(was.stdout.repeat(isGet ? 2 : 1));
});
