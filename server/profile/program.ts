/** The module that programs import: `@roundtrip-lab/roundtrip/profile`. */
export { unit } from './mark.ts';
export { recordTrips, TooManyTrips, trips } from './trips/trips.ts';
