import { basename } from 'node:path';
import type { Installation } from '../../shared/contract/enums.ts';

/** Whether it was started by its own name, as an installed package is, and not by a script of a clone. */
const byOwnName = (): boolean => basename(process.argv[1] ?? '') === 'roundtrip';

/** The Dockerfile says that it is an image. */
export const ownInstallation = (env: NodeJS.ProcessEnv, ownName = byOwnName()): Installation =>
  env['ROUNDTRIP_IMAGE'] === '1' ? 'image' : ownName ? 'package' : 'clone';

const script =
  /npm (?:run (?:-s )?)?(start|bench|advise|compare|report|profile|recipes|clean|selfcheck)(?: --(?= ))?(?![\w:-])/g;

/** Hints name the command that the reader used: `npm run bench -- -P 64` is `roundtrip bench -P 64` to some. */
export const inCallersWords = (text: string, ownName = byOwnName()): string =>
  ownName ? text.replace(/^Usage: npm run .* or: /gm, 'Usage: ').replace(script, 'roundtrip $1') : text;
