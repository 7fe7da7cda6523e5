import { setTimeout as sleep } from 'node:timers/promises';
import { TestHost } from './test-host.ts';

/**
 * A host process whose application leaves rejections uncaught; prints the counted faults.
 *
 * With the argument `host`, the host itself does so.
 */
const host = await TestHost.start();
if (process.argv[2] === 'host') {
  void Promise.reject(new Error('of the host'));
  await sleep(100);
  process.stdout.write('still here');
  process.exit(0);
}
await host.load('reject', '1.0.0', {
  'c.ts': `
import { Controller, Get } from '@platform/plugin-sdk/web';
@Controller('/reject') export class C {
  @Get('/plain') plain() { void Promise.reject('plain text'); return 1; }
  @Get('/late') late() { void (async () => { await null; throw new Error('late'); })(); return 1; }
  @Get('/emit') emit() { setImmediate(async () => { throw new Error('from immediate'); }); return 1; }
}`,
});
for (const path of ['plain', 'late', 'emit']) await host.get(`/reject/${path}`);
await sleep(50);
process.stdout.write(JSON.stringify(host.runtime.describe('reject')?.degraded));
await host.stop();
