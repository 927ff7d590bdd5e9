import { laneOf } from './routes.mjs';

const lane = laneOf('list', false);
export const { connect, setup } = lane;
export default lane.unit;
