import { importDirections } from './import-directions.js';
import { judgedTimes } from './judged-times.js';
import { noLongSpread } from './no-long-spread.js';

/** Rules of our own, for all files but components, which ESLint reads. */
export default {
  meta: { name: 'roundtrip' },
  rules: {
    'import-directions': importDirections,
    'judged-times': judgedTimes,
    'no-long-spread': noLongSpread,
  },
};
