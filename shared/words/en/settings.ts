import { networkLabels } from '../../settings/network.ts';
import { planLabels } from '../../settings/plan.ts';
import { scheduleLabels } from '../../settings/schedule.ts';
import { serverLabels } from '../../settings/server.ts';
import { workloadLabels } from '../../settings/workload.ts';
import type { SettingNames } from '../settings.ts';

/** Each is called in English where its row is. */
export const settings: SettingNames = {
  labels: {
    ...{ ...workloadLabels, ...networkLabels, ...serverLabels, ...scheduleLabels, ...planLabels },
    client: 'Client library',
    bystander: 'Another client',
    moveSlots: 'Slots move after',
  },
  choices: {
    access: { open: 'None', password: 'Password', 'acl-user': 'ACL user' },
    hashTag: { none: 'on all masters', lane: 'in one slot' },
    mode: { turns: 'Turns', race: 'Race' },
    persistence: { off: 'Off', 'aof-everysec': 'AOF 1 s', 'aof-always': 'AOF always', rdb: 'RDB' },
    tls: { false: 'Plain', true: 'TLS' },
  },
  none: 'off',
  yes: 'Yes',
  no: 'No',
};
