import { routeAsLane } from './routes.mjs';

const lane = routeAsLane('list', false);
export const { connect, setup } = lane;
export default lane.unit;
