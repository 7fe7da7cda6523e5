import { expect, it } from 'vitest';
import { ok } from '../testing/market-host.ts';
import { marketSuite } from '../testing/market-suite.ts';
import type { PackageSpec } from '../testing/test-packages.ts';

const asking = (code: string, dictType: string): NonNullable<PackageSpec['backend']> => ({
  'controller/choices.controller.ts': `
    import { DictService } from '@platform/plugin-sdk/core';
    import { Controller, Get } from '@platform/plugin-sdk/web';
    @Controller('/${code}', { inject: [DictService] }) export class ChoicesController {
      constructor(private readonly dicts: DictService) {}
      @Get('/choices') choices() { return this.dicts.list('${dictType}'); }
    }`,
});

const suite = marketSuite();

it('design 12: a dictionary names the installed applications that use it', async () => {
  const { host, workshop } = suite;
  const install = async (spec: PackageSpec) => {
    await host.publish(await workshop.build({ manifest: { menus: [] }, ...spec }));
    ok(await host.call('POST', '/app/install', { appCode: spec.code }));
  };
  const frontend = (text: string) => ({
    'index.js': `export const install = () => ({ views: {} }); ${text}`,
  });
  const uses = (dictType: string) => host.call('GET', `/app/runtime/dictionaries/${dictType}/uses`);
  await install({ code: 'tours', frontend: null, backend: asking('tours', 'tour_state') });
  await install({
    code: 'guides',
    backend: asking('guides', 'guide_state'),
    frontend: frontend('runtime.dict("tour_state")'),
  });
  expect(ok(await uses('tour_state'))).toEqual([
    { appCode: 'guides', parts: ['frontend'] },
    { appCode: 'tours', parts: ['backend'] },
  ]);
  expect(ok(await uses('guide_state'))).toEqual([{ appCode: 'guides', parts: ['backend'] }]);
  // A part of a name is another dictionary.
  expect(ok(await uses('tour'))).toEqual([]);
  expect((await uses('No+pattern')).status).toBe(400);
});
