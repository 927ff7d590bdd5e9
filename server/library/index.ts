/** The package as a library: `import { run } from '@roundtrip-lab/roundtrip'`. Its types are in roundtrip.d.ts. */
export { runPlan as run } from './run-plan.ts';
export { InvalidInput } from '../../shared/contract/parse.ts';
