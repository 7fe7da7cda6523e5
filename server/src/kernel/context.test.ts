import { expect, it } from 'vitest';
import { countStatement, requestContext, type RequestContext } from './context.ts';

const request: RequestContext = {
  requestId: 'r1',
  tenantId: '000000',
  user: { userId: 1, userName: 'a', tenantId: '000000', roles: [], permissions: [], sessionId: 1 },
};

it('work for a tenant is filtered by it, also within work of the platform', () => {
  const within = requestContext.run(request, () =>
    requestContext.runIgnoringTenant(() => requestContext.runAs('acme', () => requestContext.current())),
  );
  expect(within).toEqual({ ...request, tenantId: 'acme', ignoreTenant: false });
});

it('work of an application that belongs to no request has neither tenant nor user', () => {
  const within = requestContext.run(request, () =>
    requestContext.runForApplication('notes', () => requestContext.current()),
  );
  expect(within).toEqual({ requestId: 'internal', tenantId: undefined, user: undefined, appCode: 'notes' });
});

it('statements are added up, with the name of the longest', () => {
  const use = { count: 0, ms: 0, longest: '', longestMs: 0 };
  countStatement(use, 'short', 1);
  countStatement(use, 'long', 5);
  countStatement(use, 'as long', 5);
  expect(use).toEqual({ count: 3, ms: 11, longest: 'long', longestMs: 5 });
});
