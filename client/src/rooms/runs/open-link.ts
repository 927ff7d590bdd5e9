import type { Api } from '../../connection/api.ts';
import type { Messages } from '../../messages/en.ts';
import { resultStart, type Fragment } from '../../navigation/fragment.ts';
import type { Route } from '../../navigation/route.svelte.ts';
import { unpack } from '../../share/link/packed.ts';
import { runsOf } from './runs.svelte.ts';

interface PageParts {
  api: Api;
  messages: Messages;
  fragment: Fragment;
}

/** Shows the result that an address holds, or says in the Runs room that it is damaged. */
export async function openLink(
  link: string,
  { api, messages, fragment }: PageParts,
  route: Route,
): Promise<void> {
  const text = await unpack(link.slice(resultStart.length)).catch(() => null);
  const id = await runsOf(api, messages).takeLinked(text);
  fragment.markOpened(link);
  route.go('runs', id);
}
