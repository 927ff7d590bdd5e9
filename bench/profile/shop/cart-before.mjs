import { routeAsLane } from './routes.mjs';

const lane = routeAsLane('cart', false);
export const { connect, setup } = lane;
export default lane.unit;
