import { onTestFinished } from 'vitest';
import { StandIn, type Info } from './scripted/stand-in.ts';

/** Answers what a run sends as a relative of Redis would, by its own INFO; resolves with the port. */
export async function startRelative(info: Info): Promise<number> {
  const relative = await StandIn.start(info);
  onTestFinished(() => {
    relative.stop();
  });
  return relative.port;
}
