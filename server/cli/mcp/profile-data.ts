import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Profile, ProfileFinding } from '../../../shared/contract/profile.ts';
import type { ProfileChange } from '../../../shared/profile/profile-change.ts';
import { gapsIn, isStrong, mendIn, profileReport, siteInWords } from '../../../shared/profile/report.ts';
import { profile as english } from '../../../shared/words/en/profile.ts';
import { isBelow } from '../../profile/source-file.ts';
import { foreignOutput, foreignTexts, isPlainSource, ToolRefused } from './foreign.ts';
import type { ProgramRun } from './program-runs.ts';

const mostFindings = 20;
const mostPatchBytes = 65_536;

/** A run as a client reads it. */
export function runData({ run, profile, exitCode, isStopped, stdout, stderr, isServerUnused }: ProgramRun) {
  const { findings, units } = profile;
  const said = profileReport(profile, []).blocks.find((block) => block.type === 'items');
  const gaps = gapsIn(profile, english);
  const texts = foreignTexts({
    ...{ run, exitCode, isStopped, ...(isServerUnused === null ? {} : { isServerUnused }) },
    ...{ commands: profile.commands, gaps },
    units: units.map(({ name, kind, count, commands, tripsNow, tripsNeeded, waitingMs, durationMs }) => ({
      ...{ name, kind, count, commands, tripsNow, tripsNeeded, waitingMs, durationMs },
    })),
    findings: findings.slice(0, mostFindings).map((finding, index) => ({
      ...{ finding: index + 1, code: finding.code, says: said?.items[index]?.text ?? '' },
      because: said?.items[index]?.because ?? '',
      ...{ file: finding.site.file, line: finding.site.line, function: finding.site.function },
      reasons: finding.reasons,
      ...(isStrong(finding) ? mendOf(finding) : {}),
    })),
    findingsLeftOut: Math.max(0, findings.length - mostFindings),
  });
  return {
    ...(texts as object),
    output: {
      ...{ stdoutBytes: stdout.bytes, stdoutSha256: stdout.sha256 },
      stdoutEnd: foreignOutput(stdout.end),
      stderrEnd: foreignOutput(stderr.end),
    },
  };
}

/** A patch is asked for by its number; where there is none, the form of the code stands here. */
function mendOf(finding: ProfileFinding) {
  const { text, code, isDiff } = mendIn(finding, english);
  return { hasPatch: isDiff, mend: text, ...(isDiff ? {} : { code }) };
}

/** The places of findings, for lists of a comparison. */
const placesOf = (findings: readonly ProfileFinding[]) =>
  findings.map((finding) => ({
    place: siteInWords(finding),
    function: finding.site.function,
    command: finding.command,
  }));

export const changeData = ({ units, trips, waitingMs, gone, left, added, ...flags }: ProfileChange): object =>
  foreignTexts({
    ...{ trips, waitingMs, ...flags, units },
    findings: { gone: placesOf(gone), left: placesOf(left), added: placesOf(added) },
  }) as object;

/** The patch of a run, or of one finding by its number. Throws ToolRefused where there is none to give. */
export function patchOfRun({ run, profile }: ProgramRun, finding: number | null, root: string): string {
  const chosen = finding === null ? profile.findings : [findingIn(profile, finding)];
  const patched = chosen.filter(({ patch }) => patch);
  const diff = finding === null ? (profile.patch ?? '') : (patched[0]?.patch?.diff ?? '');
  if (diff === '') throw new ToolRefused(whyNone(chosen, finding));
  for (const file of new Set(patched.map(({ patch }) => fileOf(patch?.diff ?? ''))))
    checkFile(resolve(root, file), { root, run, startedAt: profile.startedAt });
  if (Buffer.byteLength(diff) > mostPatchBytes)
    throw new ToolRefused(
      `The patch has more than ${mostPatchBytes} bytes: ask for that of one finding, or run roundtrip profile in a terminal`,
    );
  if (!isPlainSource(diff))
    throw new ToolRefused(
      'Lines of this patch hold control characters, or marks that turn the direction of text. It is not given: change these lines by hand',
    );
  return diff;
}

/** The file of the patch of one finding. */
const fileOf = (diff: string): string => /^--- a\/(.*)$/m.exec(diff)?.[1] ?? '';

function findingIn({ findings }: Profile, finding: number): ProfileFinding {
  const found = findings[finding - 1];
  if (found) return found;
  throw new ToolRefused(`There is no finding ${finding}; the run has ${findings.length}`);
}

function whyNone(findings: readonly ProfileFinding[], finding: number | null): string {
  if (finding === null) return 'No finding of this run has a patch';
  const [{ unpatched, code }] = findings as readonly [ProfileFinding];
  return unpatched
    ? `Finding ${finding} has no patch: the profile has the reason and the form of the code`
    : `Finding ${finding} has no patch: it is ${code}, and only an independent-sequence may have one`;
}

/** A patch is of lines as they were when the program ran. Throws ToolRefused. */
function checkFile(
  path: string,
  { root, run, startedAt }: { root: string; run: number; startedAt: string },
): void {
  const changedAt = changeOf(path, root);
  if (changedAt > Date.parse(startedAt))
    throw new ToolRefused(`A file of this patch was changed since run ${run} started: profile again`);
}

/** The time of the last change of a file below the root. Throws ToolRefused. */
function changeOf(path: string, root: string): number {
  const changedAt = statSync(path, { throwIfNoEntry: false })?.mtimeMs;
  if (changedAt === undefined)
    throw new ToolRefused('A file of this patch is no longer there: profile again');
  if (!isBelow(root, path))
    throw new ToolRefused('A file of this patch is not below the root: it is not given');
  return changedAt;
}
