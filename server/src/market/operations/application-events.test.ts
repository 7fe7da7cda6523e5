import { describe, expect, it } from 'vitest';
import { ok } from '../testing/market-host.ts';
import { demoScripts, marketSuite } from '../testing/market-suite.ts';

/** Tells what it has heard. */
const diary = (code: string, version: string) => ({
  'diary.controller.ts': `
    import { AppInstalledEvent, AppUninstalledEvent, AppUpgradedEvent, EventListener } from '@platform/plugin-sdk/core';
    import { Controller, Get } from '@platform/plugin-sdk/web';
    @Controller('/${code}') export class DiaryController {
      readonly lines: string[] = [];
      @Get('/greet') greet() { return '${version}: ' + this.lines.join(', '); }
      @EventListener(AppInstalledEvent) installed(event: AppInstalledEvent) {
        this.lines.push(event.appCode + ' ' + event.version + ' installed for ' + event.tenantId);
      }
      @EventListener(AppUpgradedEvent) upgraded(event: AppUpgradedEvent) {
        this.lines.push(event.appCode + ' upgraded from ' + event.previousVersion + ' to ' + event.version);
      }
      @EventListener(AppUninstalledEvent) uninstalled(event: AppUninstalledEvent) {
        this.lines.push(event.appCode + ' ' + event.version + ' uninstalled');
      }
    }`,
});

describe('changes of applications', () => {
  const suite = marketSuite();
  // Events come a moment after what they tell of.
  const greeting = (code: string) =>
    expect.poll(async () => (await suite.host.call('GET', `/${code}/greet`)).data);

  it('spec: E1: reach the loaded application itself and the others', async () => {
    const publish = async (code: string, version: string): Promise<void> => {
      const backend = diary(code, version);
      const migrations = code === 'demo' ? demoScripts : {};
      await suite.host.publish(await suite.workshop.build({ code, version, backend, migrations }));
    };
    await publish('demo', '1.0.0');
    ok(await suite.host.call('POST', '/app/install', { appCode: 'demo' }));
    await greeting('demo').toBe('1.0.0: demo 1.0.0 installed for 000000');
    await publish('demo', '1.1.0');
    ok(await suite.host.call('POST', `/app/install/${await suite.installId()}/upgrade`));
    await greeting('demo').toBe('1.1.0: demo upgraded from 1.0.0 to 1.1.0');
    await publish('other', '1.0.0');
    ok(await suite.host.call('POST', '/app/install', { appCode: 'other' }));
    ok(await suite.host.call('DELETE', `/app/install/${await suite.installId()}`));
    await greeting('other').toBe('1.0.0: other 1.0.0 installed for 000000, demo 1.1.0 uninstalled');
  });
});
