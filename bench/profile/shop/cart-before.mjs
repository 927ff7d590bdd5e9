import { laneOf } from './routes.mjs';

const lane = laneOf('cart', false);
export const { connect, setup } = lane;
export default lane.unit;
