import { describe, expect, it } from 'vitest';
import { refuseConsole } from './edition-guard.ts';

describe('spec: Errors/user edition calls: the console', () => {
  it.each([
    '/app/console',
    '/app/console/list',
    '/app/version/1/publish',
    '/app/package/parse',
    '/APP/Console/list',
    '//app//console',
    '/app/./console',
    '/x/../app/console',
    '/app/%63onsole/list',
    '/app/%2563onsole/list',
    '/app%2Fconsole/list',
    '\\app\\console',
    '/app/console;v=1/list',
    '/app/console?x=/y',
    'http://host/app/console/list',
    '/app/console/',
    '/app/version ',
    '/app/console/..',
    '/app/console/../install',
  ])('refuses %s', (path) => {
    expect(refuseConsole(path)).toMatchObject({ code: 'EDITION_FORBIDDEN', status: 403 });
  });

  it.each([
    '/app/install',
    '/app/market/list',
    '/app/consoles',
    '/hello/app/console',
    '/app/runtime/remote-apps',
    '/',
  ])('lets %s pass', (path) => {
    expect(refuseConsole(path)).toBeUndefined();
  });
});
