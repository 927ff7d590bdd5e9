import { routeAsLane } from './routes.mjs';

const lane = routeAsLane('list', true);
export const { connect, setup } = lane;
export default lane.unit;
