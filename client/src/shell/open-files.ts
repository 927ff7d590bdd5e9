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
    if (route.view !== 'profile') {
      route.go('runs', await runsOf(api, messages).take(files));
      return;
    }
  }
  route.go('profile');
  await profileFiles.take(profiles.length === 0 ? files : profiles);
}
