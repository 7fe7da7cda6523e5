/**
 * Lists of the marketplace with 500 applications of six versions each, 250 of them installed with
 * ten menus each: on the publisher, and on a user edition that reads it over HTTP; and the menu
 * tree of a user with all permissions.
 *
 * Run: `node bench/market.ts [--check] [--applications=500] [--requests=100]`
 */
import { Agent } from 'node:http';
import { createData, logIn } from './lib/platform.ts';
import { offerApplications } from './lib/offer-applications.ts';
import { oneByOne } from './lib/one-by-one.ts';
import { option } from './lib/options.ts';
import { report, type Figure } from './lib/report.ts';
import { percentile, median } from './lib/statistics.ts';

const applications = option('applications', 500);
const requests = option('requests', 100);
const MENUS = 10;

const data = await createData();
await (await data.start()).stop();
offerApplications(data.directory, { applications, installed: applications / 2, menus: MENUS });
const publisher = await data.start();
const atPublisher = await logIn(publisher);
const { token } = await atPublisher.api.post<{ token: string }>('/app/console/catalog-token', {
  name: 'bench',
});
const elsewhere = await createData();
const user = await elsewhere.start({
  'platform.edition': 'user',
  'app-market.catalog.base-url': publisher.ready.api,
  'app-market.catalog.token': token,
});
const atUser = await logIn(user);
const agent = new Agent({ keepAlive: true });

async function measure(name: string, url: string, login: string, atMost?: number): Promise<Figure> {
  await oneByOne(agent, url, 10, login);
  const latencies = await oneByOne(agent, url, requests, login);
  const note = `95 % within ${percentile(latencies, 0.95).toFixed(1)} ms`;
  return { name, value: median(latencies), unit: 'ms', ...(atMost === undefined ? {} : { atMost }), note };
}

const figures: Figure[] = [];
for (const [edition, { ready }, login] of [
  ['publisher', publisher, atPublisher.token],
  ['user edition', user, atUser.token],
] as const) {
  const list = `${ready.api}/app/market/list`;
  const lists: ReadonlyArray<readonly [string, string]> = [
    ['first page', `${list}?pageSize=24`],
    ['a search of two words', `${list}?pageSize=24&keyword=harbour%20ord`],
    ['last page, newest first', `${list}?pageSize=24&pageNum=20&orderByColumn=releaseTime&isAsc=desc`],
    ['updates', `${list}?pageSize=24&show=updates`],
    ['what is not installed', `${list}?pageSize=24&show=available`],
    ['summary', `${list}/summary`],
    ['all in one page', `${list}?pageSize=500`],
  ];
  for (const [name, url] of lists) figures.push(await measure(`${edition}: ${name}`, url, login, 30));
}
const others: ReadonlyArray<readonly [string, string]> = [
  ['installed, first page', '/app/install/list?pageSize=20'],
  ['installed, a search', '/app/install/list?pageSize=20&keyword=visits'],
  ['console, first page', '/app/console/list?pageSize=20'],
];
for (const [name, path] of others) {
  figures.push(await measure(name, `${publisher.ready.api}${path}`, atPublisher.token, 30));
}
figures.push(await measure('menu tree', `${publisher.ready.api}/system/menu/getRouters`, atPublisher.token));

agent.destroy();
await user.stop();
await publisher.stop();
elsewhere.remove();
data.remove();
report('market', figures);
