import { defaultClient, type ClientId } from '../contract/enums.ts';

/** A lane as the command line names it: `pipeline`, or `pipeline@node-redis`. */
export interface NamedLane {
  strategy: string;
  /** As it was written: not checked. */
  client?: string;
}

export function readLane(text: string): NamedLane {
  const [strategy = '', ...rest] = text.split('@');
  return rest.length === 0
    ? { strategy: strategy.trim() }
    : { strategy: strategy.trim(), client: rest.join('@').trim() };
}

export const writeLane = ({
  strategy,
  client = defaultClient,
}: {
  strategy: string;
  client?: ClientId | undefined;
}) => (client === defaultClient ? strategy : `${strategy}@${client}`);
