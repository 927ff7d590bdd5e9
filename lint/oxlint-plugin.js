import { importDirections } from './import-directions.js';

/** Our own rule, for all files but components, which ESLint reads. */
export default { meta: { name: 'roundtrip' }, rules: { 'import-directions': importDirections } };
