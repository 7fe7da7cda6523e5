import { expect, it } from 'vitest';
import { requestContext, type Acting, type SessionUser } from '../context.ts';
import { settleActing } from './acting.ts';
import type { Exchange } from './exchange.ts';
import type { RouteAuth } from './route.ts';

const looking: Acting = { tenantId: 'acme', homeTenantId: '000000', mayWrite: false, isOver: false };

function settle(
  acting: Partial<Acting> | undefined,
  {
    method = 'GET',
    auth = 'login',
    ofPerson = false,
    believed,
  }: { method?: string; auth?: RouteAuth; ofPerson?: boolean; believed?: string } = {},
) {
  const user: SessionUser = {
    ...{ userId: 1, userName: 'admin', roles: [], permissions: [], sessionId: 1 },
    tenantId: acting ? looking.tenantId : looking.homeTenantId,
    ...(acting ? { acting: { ...looking, ...acting } } : {}),
  };
  const exchange = { context: { requestId: 'r', tenantId: user.tenantId, user } } as Exchange;
  const headers = believed === undefined ? {} : { 'x-acting-tenant': believed };
  const refusal = settleActing(exchange, { auth, ...(ofPerson ? { ofPerson } : {}) }, { method, headers });
  return { code: refusal?.code, tenantId: exchange.context.tenantId };
}

it.each(['GET', 'HEAD'])('reads with %s in the tenant, whichever tenant the page believes', (method) => {
  expect(settle({}, { method, believed: 'another' })).toEqual({ code: undefined, tenantId: 'acme' });
});

it.each(['POST', 'PUT', 'DELETE', 'PATCH'])('refuses %s until changes are allowed', (method) => {
  expect(settle({}, { method }).code).toBe('ACTING_READ_ONLY');
  expect(settle({ mayWrite: true }, { method }).code).toBeUndefined();
});

it('refuses a change of a page that shows another tenant', () => {
  expect(settle({ mayWrite: true }, { method: 'POST', believed: 'none' }).code).toBe('ACTING_CHANGED');
  expect(settle(undefined, { method: 'POST', believed: 'acme' }).code).toBe('ACTING_CHANGED');
  expect(settle(undefined, { method: 'POST', believed: 'none' }).code).toBeUndefined();
});

it('refuses every route but public ones once the tenant is gone', () => {
  expect(settle({ isOver: true }).code).toBe('ACTING_ENDED');
  expect(settle({ isOver: true }, { auth: 'public' }).code).toBeUndefined();
});

it("answers routes of the person's account in the own tenant, changes too", () => {
  const own = settle({ isOver: true }, { method: 'POST', ofPerson: true });
  expect(own).toEqual({ code: undefined, tenantId: '000000' });
});

it('works in the own tenant also where nothing is passed on', () => {
  requestContext.run({ requestId: 'r', tenantId: 'acme', user: undefined }, () => {
    settle({}, { ofPerson: true });
    expect(requestContext.current()).toMatchObject({ tenantId: '000000', user: { tenantId: '000000' } });
  });
});
