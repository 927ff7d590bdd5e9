import { largestTrace } from '../../../../shared/limits.ts';
import {
  openProfile,
  ProfileUnreadable,
  type OpenedProfile,
} from '../../../../shared/profile/open-profile.ts';
import { withoutSource } from '../../../../shared/profile/profile-of.ts';

export interface OpenedFile extends OpenedProfile {
  fileName: string;
}

/** Why a file is not shown. */
export type ProfileRefusal =
  | { code: 'other' | 'unreadable' }
  | { code: 'newer' | 'older'; version: string }
  | { code: 'tooLarge'; bytes: number };

export type ReadFile = { state: 'read'; file: OpenedFile } | { state: 'refused'; refusal: ProfileRefusal };

/** Reads a trace or a profile in the browser, where nothing is sent. */
export async function readProfileFile(
  file: Pick<File, 'name' | 'size' | 'lastModified' | 'text'>,
): Promise<ReadFile> {
  const refused = (refusal: ProfileRefusal): ReadFile => ({ state: 'refused', refusal });
  if (file.size > largestTrace) return refused({ code: 'tooLarge', bytes: file.size });
  try {
    const { name, lastModified } = file;
    const recording = { startedAt: new Date(lastModified).toISOString(), program: name };
    const opened = openProfile(await file.text(), recording, ({ source }) => withoutSource(source));
    return { state: 'read', file: { ...opened, fileName: name } };
  } catch (error) {
    if (!(error instanceof ProfileUnreadable)) return refused({ code: 'unreadable' });
    const { version, isOlder } = error;
    return refused(version === null ? { code: 'other' } : { code: isOlder ? 'older' : 'newer', version });
  }
}
