/**
 * Time from saving a view of `hello` and of `mall` to the frame that shows it. Budget: design 7.4.
 *
 * Run: `node bench/edit-to-screen.ts [--check] [--saves=20]`
 */
import { developRemote } from './lib/developed-remote.ts';
import { measureEditToScreen } from './lib/edit-to-screen.ts';
import { ShellBrowser } from './lib/frontend/shell-browser.ts';
import { option } from './lib/options.ts';
import { report, type Figure } from './lib/report.ts';
import { median, percentile } from './lib/statistics.ts';

const VIEWS = [
  { code: 'hello', path: '/hello/items', file: 'src/views/ItemList.vue' },
  { code: 'mall', path: '/mall/orders', file: 'src/views/OrderList.vue' },
];
const saves = option('saves', 20);
const browser = await ShellBrowser.launch();
const figures: Figure[] = [];
for (const { code, path, file } of VIEWS) {
  const remote = await developRemote(code);
  try {
    const page = await browser.page(remote);
    await page.goto(remote.frontend + path);
    await page.locator(`[data-app="${code}"] h1`).waitFor({ timeout: 60_000 });
    await measureEditToScreen({ page, remote, file, saves: 3 });
    const { template, script } = await measureEditToScreen({ page, remote, file, saves });
    for (const [kind, times] of [
      ['template', template],
      ['script', script],
    ] as const) {
      const name = `edit to screen, ${kind} of ${code}`;
      figures.push({ name: `${name}, p50`, value: median(times), unit: 'ms', atMost: 400 });
      figures.push({ name: `${name}, p95`, value: percentile(times, 0.95), unit: 'ms' });
    }
    await page.context().close();
  } finally {
    await remote.stop();
  }
}
await browser.close();
report('edit-to-screen', figures);
