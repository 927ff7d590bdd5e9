import * as z from 'zod/mini';
import { networkManual, networkSettings } from '../settings/network.ts';
import { liveShapeOf, shapeOf } from '../settings/schema.ts';
import { workloadManual, workloadSettings } from '../settings/workload.ts';
import { viewerIdSchema } from './guesses.ts';

/** A schema for each setting that viewers vote about: the sliders of the room Compare. */
export const votedShape = {
  ...liveShapeOf(workloadSettings, workloadManual()),
  rttMs: shapeOf(networkSettings, networkManual()).rttMs,
};
export type VotedSetting = keyof typeof votedShape;
export const votedSettings = Object.keys(votedShape) as [VotedSetting, ...VotedSetting[]];

/** One viewer's wish for a setting of the next run; the bounds of its value are those of the setting. */
export const voteSchema = z.strictObject({
  setting: z.enum(votedSettings),
  /** In the unit of the setting in a plan. */
  value: z.number(),
  viewer: viewerIdSchema,
});
export type Vote = z.output<typeof voteSchema>;

/** What the viewers have voted for about one setting. */
export interface GatheredVotes {
  setting: VotedSetting;
  /** Each value that was voted for, in order, with how many voted for it. */
  counts: { value: number; count: number }[];
  /** The vote of the viewer to whom this is sent; `null`: none. */
  own: number | null;
}
