import type { Api } from '../../connection/api.ts';
import type { Messages } from '../../messages/en.ts';
import type { Route } from '../../navigation/route.svelte.ts';
import { fragmentStart, unpack } from '../../share/link/packed.ts';
import { runsOf } from './runs.svelte.ts';

interface PageParts {
  api: Api;
  messages: Messages;
}

/** Shows the result that an address holds, or says in the Runs room that it is damaged. */
export async function openLink(fragment: string, { api, messages }: PageParts, route: Route): Promise<void> {
  const text = await unpack(fragment.slice(fragmentStart.length)).catch(() => null);
  route.go('runs', await runsOf(api, messages).takeLinked(text));
}
