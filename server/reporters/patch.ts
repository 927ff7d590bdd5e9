import { isStrong } from '../../shared/profile/report.ts';
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
    const { patch: diff = '', findings } = judged.profile;
    if (diff === '' && findings.some((finding) => isStrong(finding) && !finding.unpatched))
      throw new Error(
        'a trace holds no lines of the source, and so no patch: profile the program, or read its --json',
      );
    write(diff);
  },
} satisfies Reporter;
