import {
  Chart,
  LineController,
  LineElement,
  LinearScale,
  LogarithmicScale,
  PointElement,
  Tooltip,
} from 'chart.js';

// Only the parts that are drawn: the rest of the library stays out of the bundle.
Chart.register(LineController, LineElement, LinearScale, LogarithmicScale, PointElement, Tooltip);

export { Chart };
export type LineChart = Chart<'line', { x: number; y: number }[]>;
