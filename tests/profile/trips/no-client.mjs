import { trips } from '@roundtrip-lab/roundtrip/profile';

await trips(() => 'no client of Redis');
