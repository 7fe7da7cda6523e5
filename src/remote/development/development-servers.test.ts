import { expect, it } from 'vitest';
import { createDevelopmentServers } from './development-servers.ts';

it('design 5.4: only development builds get a new address after a reload', () => {
  const servers = createDevelopmentServers();
  const app = { code: 'mine', name: 'Mine', version: '1.0.0', entry: '/e?v=1' };
  servers.markForReload('mine');
  const [built, developed] = servers.mark([app, { ...app, build: '1' }]);
  expect(built?.entry).toBe('/e?v=1');
  expect(developed?.entry).toMatch(/^\/e\?v=1&reload=\d+$/);
});
