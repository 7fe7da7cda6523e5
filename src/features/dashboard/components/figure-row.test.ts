import { expect, it } from 'vitest';
import { navigationKey } from '@/shared/page';
import { mountPage } from '@/shared/testing/mount-page.ts';
import type { AppLine } from '../app-health.ts';
import messages from '../i18n/en-US.ts';
import FigureRow from './FigureRow.vue';

const app = (change: Partial<AppLine>): AppLine => ({
  ...{ code: 'hello', name: 'Hello', version: '1.0.0', health: 'enabled' },
  ...change,
});

async function figures(props: object, pages: readonly string[]) {
  const pagePath = (page: string) => (pages.includes(page) ? `/${page.slice(5)}` : undefined);
  const provide = { [navigationKey as symbol]: { pagePath } };
  const { page } = await mountPage(FigureRow, {
    messages: { dashboard: messages },
    props,
    http: {},
    provide,
  });
  const shown = page.findAll('li').map((figure) => ({
    value: figure.get('.figure__value').text(),
    note: figure.get('.figure__note').text(),
    tone: figure.get('.figure').attributes('data-tone'),
    to: figure.find('a').exists() ? figure.get('a').attributes('href') : undefined,
  }));
  page.unmount();
  return shown;
}

const everywhere = ['host:market/list', 'host:installed/list', 'host:tasks/list'];

it('design 15.2: counts applications, troubles, updates and running operations, each with its page', async () => {
  const apps = [
    app({ update: '1.1.0' }),
    app({ update: '1.1.0', triedInVain: true }),
    app({ health: 'disabled' }),
    app({ health: 'degraded' }),
  ];
  const tasks = [{ status: 'running' }, { status: 'succeeded' }];
  const { figure } = messages;
  expect(await figures({ apps, tasks }, everywhere)).toEqual([
    { value: '3', note: 'of 4 installed', tone: 'neutral', to: '/installed/list' },
    { value: '1', note: figure.look, tone: 'bad', to: '/installed/list' },
    { value: '1', note: figure.ready, tone: 'accent', to: '/market/list?show=updates' },
    { value: '1', note: figure.inProgress, tone: 'accent', to: '/tasks/list' },
  ]);
});

it('is calm where nothing is to do', async () => {
  const { figure } = messages;
  expect((await figures({ apps: [app({})] }, everywhere)).slice(1)).toEqual([
    expect.objectContaining({ value: '0', note: figure.allWell, tone: 'neutral' }),
    expect.objectContaining({ value: '0', note: figure.upToDate, tone: 'neutral' }),
    expect.objectContaining({ value: '0', note: figure.idle, tone: 'neutral' }),
  ]);
});

it('leads to the market where the reader has no page of installed applications, or nowhere', async () => {
  const market = await figures({ apps: [] }, ['host:market/list']);
  expect(market.map(({ to }) => to)).toEqual([
    ...['/market/list', '/market/list', '/market/list?show=updates', undefined],
  ]);
  const none = await figures({ apps: [] }, []);
  expect(none.map(({ to }) => to)).toEqual([undefined, undefined, undefined, undefined]);
});
