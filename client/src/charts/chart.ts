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
// As every other figure of the page, whatever the browser's language.
Chart.defaults.locale = 'en-US';

// A drawing does not follow by itself when the face of the page has come.
document.fonts.addEventListener('loadingdone', () => {
  for (const chart of Object.values(Chart.instances)) chart.update('none');
});

export { Chart };
export type LineChart = Chart<'line', { x: number; y: number }[]>;
