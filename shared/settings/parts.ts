import { networkSettings } from './network.ts';
import { bystanderSettings, moveSlotsSettings } from './plan.ts';
import { scheduleSettings } from './schedule.ts';
import { serverSettings } from './server.ts';
import type { SettingRows } from './setting.ts';
import { workloadSettings } from './workload.ts';

/** The parts of a plan; a lane has some of them too. */
export const planParts = {
  workload: workloadSettings,
  server: serverSettings,
  network: networkSettings,
  schedule: scheduleSettings,
  bystander: bystanderSettings,
  moveSlots: moveSlotsSettings,
} satisfies Record<string, SettingRows>;
export type PlanPart = keyof typeof planParts;
