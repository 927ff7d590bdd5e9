import { readForeignResult } from '../../../shared/foreign/foreign-result.ts';
import { looksLikeProfile } from '../../../shared/profile/looks-like-profile.ts';
import { writtenIn } from '../plan/written/written-file.ts';
import { profileFiles } from '../rooms/profile/profile-files.svelte.ts';
import { runsOf } from '../rooms/runs/runs.svelte.ts';
import type { Page } from './page.svelte.ts';

const startBytes = 300;

/** Opens files in the room that shows such: traces and profiles in Profile, written units in Compare, results in Runs. */
export async function openFiles(
  files: readonly File[],
  { api, editor, messages, route }: Pick<Page, 'api' | 'editor' | 'messages' | 'route'>,
): Promise<void> {
  const starts = await Promise.all(
    files.map((file) =>
      file
        .slice(0, startBytes)
        .text()
        .catch(() => ''),
    ),
  );
  const profiles = files.filter((_file, at) => looksLikeProfile(starts[at] ?? ''));
  if (profiles.length === 0) {
    const written = await writtenIn(files);
    if (written !== null && !editor.locked) {
      editor.write(written);
      route.go('compare');
      return;
    }
    if (route.view !== 'profile' || (await isForeign(files))) {
      route.go('runs', await runsOf(api, messages).take(files));
      return;
    }
  }
  route.go('profile');
  await profileFiles.take(profiles.length === 0 ? files : profiles);
}

async function isForeign([file]: readonly File[]): Promise<boolean> {
  const text = await file?.text().catch(() => '');
  return readForeignResult(text ?? '') !== null;
}

/** Opens a text that was pasted into the page as a file. A word that is no result is left alone: it was pasted by mistake. */
export async function openPasted(
  text: string,
  page: Pick<Page, 'api' | 'editor' | 'messages' | 'route'>,
): Promise<void> {
  const isFile = /\n|^\s*[{<]/.test(text.trim()) || readForeignResult(text) !== null;
  if (isFile) await openFiles([new File([text], page.messages.runs.pasted)], page);
}
