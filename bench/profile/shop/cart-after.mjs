import { routeAsLane } from './routes.mjs';

const lane = routeAsLane('cart', true);
export const { connect, setup } = lane;
export default lane.unit;
