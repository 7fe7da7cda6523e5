import { expect, it } from 'vitest';
import { requestContext } from '../../kernel/index.ts';
import { TableCatalog } from '../catalog/table-catalog.ts';
import { currentScope } from './scope.ts';

const catalog = new TableCatalog('sqlite');
const clock = { now: () => 0 };
const user = { userId: 7, userName: 'ada' };
const scopeIn = (context?: Parameters<typeof requestContext.run>[0]) =>
  context ? requestContext.run(context, () => currentScope(catalog, clock)) : currentScope(catalog, clock);

it('sees no rows without a request, or without a tenant', () => {
  expect(scopeIn()).toMatchObject({ tenant: { kind: 'none' }, userId: undefined });
  const scope = scopeIn({ requestId: 'r', tenantId: undefined, user: undefined });
  expect(scope).toMatchObject({ catalog, tenant: { kind: 'none' }, userId: undefined });
});

it('sees the rows of the tenant, for its user', () => {
  const scope = scopeIn({ requestId: 'r', tenantId: 'a', user: user as never });
  expect(scope).toMatchObject({ tenant: { kind: 'one', tenantId: 'a' }, userId: 7 });
});

it('sees all rows where the tenant is ignored', () => {
  const scope = scopeIn({ requestId: 'r', tenantId: 'a', user: undefined, ignoreTenant: true });
  expect(scope.tenant).toEqual({ kind: 'all' });
});

it('has one time for all of a query, read when it is needed', () => {
  let now = 0;
  const scope = currentScope(catalog, { now: () => (now += 1_000) });
  expect(now).toBe(0);
  expect([scope.now, scope.now]).toEqual(['1970-01-01T00:00:01.000Z', '1970-01-01T00:00:01.000Z']);
});
