import { describe, expect, it } from 'vitest';
import type { Answer } from '../testing/market-host.ts';
import { ok } from '../testing/market-host.ts';
import { demoScripts, marketSuite } from '../testing/market-suite.ts';

describe('two operators at once (design 4.4)', () => {
  const suite = marketSuite();
  const statuses = (answers: readonly Answer[]): number[] => answers.map(({ status }) => status).sort();
  const refusals = (answers: readonly Answer[]): Array<string | undefined> =>
    answers.filter(({ status }) => status !== 200).map(({ error }) => error);
  const install = () => suite.host.call('POST', '/app/install', { appCode: 'demo' });

  it('runs one of two equal requests and names its task to the other; a later request is refused as done', async () => {
    await suite.host.publish(await suite.workshop.build({ migrations: demoScripts }));
    const answers = await Promise.all([install(), install(), install()]);
    expect(statuses(answers)).toEqual([200, 409, 409]);
    expect(refusals(answers)).toEqual(['TASK_RUNNING', 'TASK_RUNNING']);
    expect(await install()).toMatchObject({ status: 409, error: 'APP_ALREADY_INSTALLED' });
    expect((await suite.host.call('GET', '/app/task/list')).rows).toMatchObject([{ status: 'succeeded' }]);
    expect(await suite.greeting()).toBe('hello 1.0.0');
  });

  it('lets one of upgrade and removal win, and leaves nothing of the other', async () => {
    await suite.host.publish(await suite.workshop.build({ migrations: demoScripts }));
    ok(await install());
    await suite.host.publish(await suite.workshop.build({ version: '1.1.0', migrations: demoScripts }));
    const id = await suite.installId();
    const answers = await Promise.all([
      suite.host.call('POST', `/app/install/${id}/upgrade`),
      suite.host.call('DELETE', `/app/install/${id}`),
    ]);
    expect(statuses(answers)).toEqual([200, 409]);
    expect(refusals(answers)).toEqual(['TASK_RUNNING']);
    const upgraded = answers[0]?.status === 200;
    expect((await suite.host.call('GET', '/demo/greet')).status).toBe(upgraded ? 200 : 404);
    expect(await suite.jars()).toEqual(upgraded ? ['platform-demo-plugin-1.1.0.jar'] : []);
  });
});
