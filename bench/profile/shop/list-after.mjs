import { laneOf } from './routes.mjs';

const lane = laneOf('list', true);
export const { connect, setup } = lane;
export default lane.unit;
