import { describe, expect, it, vi } from 'vitest';
import type { Edits } from '../../system/index.ts';
import type { InstallRegistry } from '../records/install-registry.ts';
import type { ListingStore } from '../records/listing-store.ts';
import type { VersionStore } from '../records/version-store.ts';
import { ListingService } from './listing-service.ts';
import type { VersionService } from './version-service.ts';

/** The console with crm as number 1, without a published version. */
function console(facts: { tenants?: number; latestVersion?: string; inserted?: Promise<number> } = {}) {
  const { tenants = 0, latestVersion = null, inserted = Promise.resolve(2) } = facts;
  const crm = { appId: 1, appCode: 'crm', name: 'CRM', latestVersion };
  const update = vi.fn(async (..._given: unknown[]) => undefined);
  const edit = vi.fn(async (..._given: unknown[]) => undefined);
  const remove = vi.fn(async (..._given: unknown[]) => undefined);
  const discard = vi.fn(async (..._given: unknown[]) => undefined);
  const assertIdle = vi.fn(async (..._given: unknown[]) => undefined);
  const service = new ListingService({
    store: {
      byId: async (id: number) => (id === 1 ? crm : undefined),
      byCode: async (code: string) => (code === 'crm' ? crm : undefined),
      page: async () => ({ total: 9, rows: [crm, { ...crm, appCode: 'new' }] }),
      counts: async () => new Map([['crm', { installs: 3, versions: 4 }]]),
      insert: () => inserted,
      update,
      edit,
      remove,
    } as unknown as ListingStore,
    versions: { ofApp: async (code: string) => [{ version: `of ${code}` }] } as unknown as VersionStore,
    versionService: { discard } as unknown as VersionService,
    registry: { ofApp: () => Array.from({ length: tenants }) } as unknown as InstallRegistry,
    edits: {
      run: (_table: string, _edit: object, change: () => Promise<void>) => change(),
    } as unknown as Edits,
    reservedNames: () => ['system'],
    assertIdle,
  });
  return { service, update, edit, remove, discard, assertIdle };
}

describe('listings of the console', () => {
  it('are counted, also those that nobody has', async () => {
    const { total, rows } = await console().service.page({}, { pageNum: 1, pageSize: 10 });
    expect(total).toBe(9);
    expect(rows).toMatchObject([
      { appCode: 'crm', installs: 3, versions: 4 },
      { appCode: 'new', installs: 0, versions: 0 },
    ]);
  });

  it('are added under a code that is neither reserved nor taken, not even meanwhile', async () => {
    const content = { name: 'x' } as never;
    const add = (code: string, inserted?: Promise<number>) =>
      console(inserted && { inserted }).service.add(code, content);
    expect(await add('new')).toBe(2);
    await expect(add('system')).rejects.toMatchObject({ code: 'APP_CODE_RESERVED', status: 400 });
    await expect(add('crm')).rejects.toMatchObject({ code: 'APP_EXISTS', status: 409 });
    const unique = Object.assign(new Error('UNIQUE constraint failed: app.app_code'), {
      code: 'SQLITE_CONSTRAINT_UNIQUE',
      errcode: 2067,
    });
    await expect(add('new', Promise.reject(unique))).rejects.toMatchObject({ code: 'APP_EXISTS' });
    await expect(add('new', Promise.reject(new Error('no disk')))).rejects.toThrow('no disk');
  });

  it('are edited; an empty text clears a field, and nothing is no change', async () => {
    const { service, edit } = console();
    await service.edit(1, { name: 'New', homepage: '' });
    expect(edit).toHaveBeenCalledExactlyOnceWith(1, { name: 'New', homepage: null });
    await service.edit(1, {});
    expect(edit).toHaveBeenCalledOnce();
    await expect(service.edit(2, {})).rejects.toMatchObject({ code: 'APP_NOT_FOUND', status: 404 });
  });

  it('are shown with a published version only, and hidden at any time', async () => {
    const { service, update } = console();
    await expect(service.setStatus(1, 1)).rejects.toMatchObject({ code: 'APP_WITHOUT_VERSION' });
    await service.setStatus(1, 0);
    expect(update).toHaveBeenCalledExactlyOnceWith(1, { status: 0 });
    const published = console({ latestVersion: '1.0.0' });
    await published.service.setStatus(1, 1);
    expect(published.update).toHaveBeenCalledExactlyOnceWith(1, { status: 1 });
  });

  it('are removed with their versions, unless a tenant has the application', async () => {
    const { service, remove, discard, assertIdle } = console();
    await service.remove(1);
    expect(assertIdle).toHaveBeenCalledExactlyOnceWith('crm');
    expect(discard).toHaveBeenCalledExactlyOnceWith([{ version: 'of crm' }]);
    expect(remove).toHaveBeenCalledExactlyOnceWith(1);
    for (const [tenants, said] of [
      [1, 'a tenant.'],
      [2, '2 tenants.'],
    ] as const) {
      const installed = console({ tenants });
      await expect(installed.service.remove(1)).rejects.toMatchObject({
        code: 'APP_INSTALLED',
        message: `CRM is installed for ${said}`,
      });
      expect(installed.remove).not.toHaveBeenCalled();
    }
  });
});
