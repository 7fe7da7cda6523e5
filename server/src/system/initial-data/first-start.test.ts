import { expect, it } from 'vitest';
import { startTestHost } from '../testing/host.ts';
import { FIRST_START } from './first-start.ts';

it('generates the first password if none is configured, and prints it once', async () => {
  const host = await startTestHost({ args: ['--platform.admin-password='] });
  const firstStart = host.services.use(FIRST_START);
  const administrator = firstStart.take();
  expect(administrator).toMatchObject({ tenantId: '000000', userName: 'admin', generated: true });
  expect(administrator?.password).toHaveLength(16);
  expect(firstStart.take()).toBeUndefined();
  await host.login('admin', administrator?.password ?? '');
  await host.stop();
});

it.each(['admin123', 'admin-admin-1', 'short'])(
  'does not start with the weak password %j',
  async (password) => {
    const start = startTestHost({ args: [`--platform.admin-password=${password}`] });
    await expect(start).rejects.toMatchObject({ code: 'PASSWORD_TOO_WEAK' });
  },
);
