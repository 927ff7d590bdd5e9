import { judgedFindings } from './judged-findings.ts';
import type { Reporter } from './reporter.ts';

/** The patches of a profile as one unified diff, which `git apply` takes in the folder where the program was profiled. */
export const patch = {
  id: 'patch',
  help: 'the patches of a profile as one unified diff',
  report(document, write) {
    const judged = judgedFindings(document);
    if (!judged) throw new Error('a patch mends lines of code, and only a profile has such');
    if (judged.profile.source === 'proxy')
      throw new Error('a proxy sees no lines of a source: profile the program itself');
    write(judged.profile.patch ?? '');
  },
} satisfies Reporter;
