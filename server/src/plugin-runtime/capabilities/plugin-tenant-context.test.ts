import { describe, expect, it } from 'vitest';
import { requestContext } from '../../kernel/index.ts';
import { PluginTenantContext } from './plugin-tenant-context.ts';

describe('the tenant context of an application', () => {
  const context = new PluginTenantContext(() => ['000000', 'a', 'b']);

  it('gives the current tenant, and runs work for another', async () => {
    expect(context.current()).toBeUndefined();
    const seen = await requestContext.runAs('a', async () => {
      const inner = await context.run('b', async () => {
        await Promise.resolve();
        return context.current();
      });
      return [inner, context.current()];
    });
    expect(seen).toEqual(['b', 'a']);
  });

  it('disables the filter for one piece of work only', () => {
    requestContext.runAs('a', () => {
      expect(context.ignore(() => requestContext.current()?.ignoreTenant)).toBe(true);
      expect(requestContext.current()?.ignoreTenant).toBe(false);
    });
  });

  it('visits the tenants that have the application, one after the other', async () => {
    const order: string[] = [];
    const results = await context.forEach(async (tenantId) => {
      order.push(`begin ${tenantId}`);
      await Promise.resolve();
      order.push(`end ${tenantId}`);
      return context.current();
    });
    expect(results).toEqual(['000000', 'a', 'b']);
    expect(order.slice(0, 3)).toEqual(['begin 000000', 'end 000000', 'begin a']);
  });

  it('continues after a tenant whose work fails, and reports it at the end', async () => {
    const seen: string[] = [];
    const work = context.forEach((tenantId) => {
      seen.push(tenantId);
      if (tenantId === 'a') throw new Error('no luck');
    });
    await expect(work).rejects.toMatchObject({ errors: [{ message: 'no luck' }] });
    expect(seen).toEqual(['000000', 'a', 'b']);
  });
});
