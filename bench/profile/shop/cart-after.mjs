import { laneOf } from './routes.mjs';

const lane = laneOf('cart', true);
export const { connect, setup } = lane;
export default lane.unit;
