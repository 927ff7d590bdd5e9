import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { outliveOutput } from '../../server/terminal/outlive-output.ts';

const failure = (code: string) => Object.assign(new Error(`write ${code}`), { code });

function streams() {
  const failures: string[] = [];
  const output = { stdout: new EventEmitter(), stderr: new EventEmitter() };
  outliveOutput((error) => failures.push(error.message), output);
  return { ...output, failures };
}

test.each(['EIO', 'EPIPE'])('a closed terminal or reader (%s) ends nothing and is not reported', (code) => {
  const { stdout, stderr, failures } = streams();
  stdout.emit('error', failure(code));
  stderr.emit('error', failure(code));
  expect(failures).toEqual([]);
});

test('a full disk under stdout is reported; one under stderr has nowhere to be', () => {
  const { stdout, stderr, failures } = streams();
  stdout.emit('error', failure('ENOSPC'));
  stderr.emit('error', failure('ENOSPC'));
  expect(failures).toEqual(['write ENOSPC']);
});
