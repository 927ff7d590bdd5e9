/** To a process of stand-ins: how early each `go` came since the last time. */
export interface ToStandIns {
  type: 'ask';
}

export type FromStandIns = { type: 'joined' } | { type: 'report'; marginsMs: number[] };
