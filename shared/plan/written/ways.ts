/**
 * How a written unit is carried out, by strategy: each command after the reply to the one before it; a stage at once,
 * gathered by the library; a stage as one pipeline.
 */
export const unitWays = ['one-by-one', 'auto-pipeline', 'pipeline'] as const;
export type UnitWay = (typeof unitWays)[number];

export const unitWayOf = (strategy: string): UnitWay | undefined => unitWays.find((way) => way === strategy);
