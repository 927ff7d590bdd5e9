import { keyRoot } from '../../engine/workload/key-names.ts';
import type { CommandUsage } from './command.ts';

const help = () => `Usage: roundtrip clean --url URL | --target ID

Removes the keys that crashed runs have left on a server: those named ${keyRoot}<run>:…, and no others. A run in
progress renews a key of its own every 3 s; nothing of it is touched.

  -u, --url URL    redis://, rediss://, redis+sentinel://, redis+cluster:// or unix://
  --target ID      the server of this name in ROUNDTRIP_TARGETS
  -h, --help       this text

Exit codes: 0 nothing of a crashed run is left; 1 the server could not be cleaned; 2 wrong usage.
`;

export const cleanUsage: CommandUsage = {
  options: [
    {
      name: 'url',
      short: 'u',
      argument: 'URL',
      help: 'the server: redis://, rediss://, redis+sentinel://, redis+cluster:// or unix://',
    },
    { name: 'target', argument: 'ID', help: 'the server of this name in ROUNDTRIP_TARGETS' },
    { name: 'help', short: 'h', help: 'this text' },
  ],
  help,
  helpCommand: 'roundtrip clean --help',
};
