/**
 * The frontend in Chromium: weight of login page and shell; first and second view of remotes beside
 * the same views as lazy routes of the shell; the shell with 500 applications beside 5; memory
 * after 200 opened and closed views; builds of a remote by its preset and by others. Budgets:
 * design 7.4.
 *
 * Run:
 * `node bench/frontend.ts [--check] [--rounds=9] [--views=200] [--applications=500] [--builds=3]`;
 * 0 skips a part.
 */
import { rmSync } from 'node:fs';
import { buildPackage, packageOf } from '../scripts/lib/build.ts';
import { inRoot } from '../scripts/lib/paths.ts';
import { RemoteBuilds, type Build, type Builder } from './lib/frontend/builds.ts';
import { buildComparisonShell } from './lib/frontend/comparison-shell.ts';
import { placeApplicationsWithMenus, remoteAppsLatency, timeToShell } from './lib/frontend/many.ts';
import { measureMemory } from './lib/frontend/memory.ts';
import { placeStaticMenus } from './lib/frontend/place-menus.ts';
import { ShellBrowser, type ShellAddress } from './lib/frontend/shell-browser.ts';
import { measureViews, type ViewTimes } from './lib/frontend/views.ts';
import { measureWeights } from './lib/frontend/weight.ts';
import { option } from './lib/options.ts';
import { createData, install, logIn, logInBrowser, type BenchData } from './lib/platform.ts';
import { report, type Figure } from './lib/report.ts';
import { median, slope, spread } from './lib/statistics.ts';

const rounds = option('rounds', 9);
const views = option('views', 200);
const applications = option('applications', 500);
const builds = option('builds', 3);
const FEW = 5;
const LOOKS = 10;
const SAMPLES = ['hello', 'member'] as const;
const STATIC = SAMPLES.map((code) => ({ code, view: 'list' }));

const range = (values: readonly number[], digits = 0): string => {
  const { least, most } = spread(values);
  return `${least.toFixed(digits)} to ${most.toFixed(digits)}`;
};

/** A platform with both samples; `place` adds to its records before it is started. */
async function platform(place: (data: BenchData) => void = () => {}): Promise<BenchData> {
  const data = await createData();
  const host = await data.start();
  await install((await logIn(host)).api, SAMPLES.map(packageOf));
  await host.stop();
  place(data);
  return data;
}

async function open(data: BenchData, settings: Readonly<Record<string, string>> = {}) {
  const host = await data.start(settings);
  const { frontend } = host.ready;
  const address: ShellAddress = { frontend, session: await logInBrowser(frontend) };
  return { host, address };
}

async function weightAndMemory(browser: ShellBrowser): Promise<Figure[]> {
  const data = await platform();
  const { host, address } = await open(data);
  const { login, shell } = await measureWeights(browser, address);
  const figures: Figure[] = [
    { name: 'login page, compressed JavaScript', value: login.kB, unit: 'kB', atMost: 120 },
    { name: 'shell before the first view', value: shell.kB, unit: 'kB', atMost: 250 },
    { name: 'scripts of the login page', value: login.files, unit: 'files' },
    { name: 'scripts of the shell with the dashboard', value: shell.files, unit: 'files' },
  ];
  if (views > 0) {
    const held = await measureMemory(browser, address, '/hello/items', views, LOOKS);
    // One-time setup by the first views is not a leak, nor is code that V8 is still compiling,
    // which takes most of the heap's budget.
    const later = held.slice(LOOKS / 2);
    const perView = (key: 'heap' | 'nodes' | 'listeners'): number =>
      slope(later.map((look) => [look.after, look[key]] as const));
    const all = (key: 'heap' | 'nodes' | 'listeners'): string => range(later.map((look) => look[key]));
    const name = (what: string): string => `${what} left by a view opened and closed`;
    figures.push(
      { name: name('heap'), value: perView('heap'), unit: 'KiB', atMost: 8, note: all('heap') },
      { name: name('nodes'), value: perView('nodes'), unit: '', atMost: 0.5, note: all('nodes') },
      { name: name('listeners'), value: perView('listeners'), unit: '', atMost: 0.2, note: all('listeners') },
    );
  }
  await host.stop();
  data.remove();
  return figures;
}

async function remoteAgainstStatic(browser: ShellBrowser): Promise<Figure[]> {
  const shell = 'bench/results/comparison-shell';
  await buildComparisonShell(shell, STATIC);
  const data = [await platform(), await platform(({ directory }) => placeStaticMenus(directory, STATIC))];
  const remote = await open(data[0]!);
  const fixed = await open(data[1]!, { 'frontend.dir': inRoot(shell) });
  const remotes: ViewTimes[] = [];
  const statics: ViewTimes[] = [];
  for (let round = 0; round <= rounds; round++) {
    const times = {
      remote: await measureViews(browser, remote.address, ['/hello/items', '/member/members']),
      fixed: await measureViews(browser, fixed.address, ['/static-hello', '/static-member']),
    };
    // The first round warms up both hosts.
    if (round === 0) continue;
    remotes.push(times.remote);
    statics.push(times.fixed);
  }
  await Promise.all([remote.host.stop(), fixed.host.stop()]);
  data.forEach((one) => one.remove());
  rmSync(inRoot(shell), { recursive: true, force: true });
  return (['first', 'second'] as const).flatMap((which) => {
    const asRemote = remotes.map((times) => times[which]);
    const asRoute = statics.map((times) => times[which]);
    const note = `${range(asRemote)} against ${range(asRoute)} ms`;
    return [
      { name: `${which} view of a remote`, value: median(asRemote), unit: 'ms' },
      { name: 'the same as a lazy route of the shell', value: median(asRoute), unit: 'ms' },
      { name: 'ratio', value: median(asRemote) / median(asRoute), unit: '×', atMost: 1.25, note },
    ];
  });
}

async function manyAgainstFew(browser: ShellBrowser): Promise<Figure[]> {
  const data = await Promise.all(
    [FEW, applications].map((count) => platform((one) => placeApplicationsWithMenus(one, count))),
  );
  const few = await open(data[0]!);
  const many = await open(data[1]!);
  const times: { few: number[]; many: number[] } = { few: [], many: [] };
  for (let round = 0; round <= rounds; round++) {
    const both = {
      few: await timeToShell(browser, few.address),
      many: await timeToShell(browser, many.address),
    };
    if (round === 0) continue;
    times.few.push(both.few);
    times.many.push(both.many);
  }
  const list = await remoteAppsLatency(many.host, 50);
  await Promise.all([few.host.stop(), many.host.stop()]);
  data.forEach((one) => one.remove());
  const note = `${range(times.many)} against ${range(times.few)} ms`;
  return [
    { name: `shell with ${FEW} applications`, value: median(times.few), unit: 'ms' },
    { name: `shell with ${applications}, ${applications * 10} menus`, value: median(times.many), unit: 'ms' },
    { name: 'ratio', value: median(times.many) / median(times.few), unit: '×', atMost: 1.2, note },
    {
      name: '/app/runtime/remote-apps',
      value: median(list.latencies),
      unit: 'ms',
      atMost: 10,
      note: `${list.applications} applications, ${range(list.latencies, 1)}`,
    },
  ];
}

async function buildsCompared(): Promise<Figure[]> {
  const remoteBuilds = new RemoteBuilds();
  const builders: Builder[] = ['preset', 'preset, native modules', '@originjs alone'];
  if (await remoteBuilds.fetchModuleFederation()) builders.push('Module Federation 2');
  const figures: Figure[] = [];
  for (const builder of builders) {
    await remoteBuilds.build(builder);
    const measured: Build[] = [];
    for (let turn = 0; turn < builds; turn++) measured.push(await remoteBuilds.build(builder));
    const times = measured.map(({ time }) => time);
    figures.push(
      { name: `build of hello: ${builder}`, value: median(times), unit: 'ms', note: range(times) },
      { name: 'its scripts and styles, compressed', value: measured[0]?.size ?? NaN, unit: 'kB' },
    );
  }
  remoteBuilds.remove();
  return figures;
}

await Promise.all(SAMPLES.map((code) => buildPackage(code)));
const browser = await ShellBrowser.launch();
const figures = [
  ...(await weightAndMemory(browser)),
  ...(rounds > 0 ? await remoteAgainstStatic(browser) : []),
  ...(rounds > 0 && applications > 0 ? await manyAgainstFew(browser) : []),
];
await browser.close();
if (builds > 0) figures.push(...(await buildsCompared()));
report('frontend', figures);
