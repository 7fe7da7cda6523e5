import { describe, expect, it } from 'vitest';
import { ok } from '../testing/market-host.ts';
import { demoScripts, marketSuite } from '../testing/market-suite.ts';

describe('tasks over HTTP', () => {
  const suite = marketSuite();

  it('responds at once with ?async=true, runs one task per application, and streams it', async () => {
    await suite.host.publish(await suite.workshop.build({ migrations: demoScripts }));
    const started = ok(await suite.host.call('POST', '/app/install?async=true', { appCode: 'demo' }));
    const taskId = started['taskId'] as number;
    const second = await suite.host.call('POST', '/app/install', { appCode: 'demo' });
    expect(second).toMatchObject({ status: 409, error: 'TASK_RUNNING', details: { taskId } });
    const abort = new AbortController();
    const response = await suite.host.open(`/app/task/${taskId}/stream`, abort.signal);
    expect(response.headers.get('content-type')).toContain('text/event-stream');
    const text = await response.text();
    for (const step of 'resolve download verify stage migrate menus switch finish'.split(' ')) {
      expect(text).toContain(`event: step\ndata: {"name":"${step}","status":"succeeded"`);
    }
    expect(text).toMatch(/event: end\ndata: \{.*"status":"succeeded"/);
  });
});
