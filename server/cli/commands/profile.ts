import { asWords, checkTaken } from '../options/branch.ts';
import type { CliCommand } from '../options/command.ts';
import { lastOf } from '../../terminal/options/option-words.ts';
import { profileBranch, profileBranches, profileOptions } from '../options/profile.ts';

export const command: CliCommand = {
  usage:
    'npm run profile -- [options] -- COMMAND…        or: roundtrip profile [options] -- node app.js\n       npm run profile -- --read FILE         or: --monitor FILE',
  about: `Runs a program of Node and says which of its lines waste round trips, and what batching them would save.
ioredis (4 to 6) and @redis/client are watched from their first client on; nothing of the program is changed. The report
goes to stderr, stdout is the program's. roundtrip start --profile -- COMMAND shows it on the page while it runs. With
--listen it runs no program: it passes on what programs in any language send, and says what their connections wait for.
--read reports what --trace or --json kept. --monitor reads what redis-cli MONITOR wrote, and says what it can know.`,
  options: profileOptions,
  branches: Object.values(profileBranches),
  operands: 'files',
  exitCodes: `the program's own; 99 when it ended with 0 and an assertion or the baseline failed; 1 it could not be
started; 2 wrong usage.`,
  examples: [
    'roundtrip profile -- node app.js',
    'roundtrip profile --patch mend.diff -- node app.js; git apply mend.diff',
    'roundtrip profile --duration 30s --html profile.html -- npm start',
    'roundtrip profile --read app.trace --assert "profile.independent == 0"',
    'roundtrip profile --listen 127.0.0.1:6380 -u redis://localhost:6379',
    'redis-cli MONITOR > monitor.log; roundtrip profile --monitor monitor.log',
    'roundtrip profile --assert "profile.independent == 0" -- npx vitest run',
  ],
  helpCommand: 'roundtrip profile --help',

  async run(call, terminal) {
    checkTaken(asWords(call.values), profileBranch(call.values));
    const file = lastOf(call.values, 'monitor');
    if (file !== null) {
      const { reportMonitor } = await import('../activities/monitor.ts');
      return reportMonitor(file, call, terminal);
    }
    const kept = lastOf(call.values, 'read');
    if (kept !== null) {
      const { reportFile } = await import('../activities/profile-read.ts');
      return reportFile(kept, call, terminal);
    }
    if (call.values.has('listen')) {
      const { profileByProxy } = await import('../activities/profile-proxy.ts');
      return profileByProxy(call, terminal);
    }
    const { profileProgram } = await import('../activities/profile.ts');
    return profileProgram(call, terminal);
  },
};
