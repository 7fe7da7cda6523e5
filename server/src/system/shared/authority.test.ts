import { expect, it } from 'vitest';
import type { LoginUser } from '../../kernel/index.ts';
import { assertHolds } from './authority.ts';

const COUNT = 2_000;
const permissions = Array.from({ length: COUNT }, (_, at) => `scale:page${at}:list`);
const refused = expect.objectContaining({ code: 'PRIVILEGE_EXCEEDED', status: 403 }) as Error;

/** A person who counts how often their permissions are read. */
function countedPerson() {
  const counted = { reads: 0 };
  const list = new Proxy(permissions, {
    get: (target, key) => (counted.reads++, Reflect.get(target, key) as unknown),
  });
  const actor = { userId: 1, userName: 'ada', tenantId: '000000', roles: [], permissions: list };
  return { counted, actor: actor as unknown as LoginUser };
}

it('thousands of permissions are each looked up, since a role may have all of them', () => {
  const { counted, actor } = countedPerson();
  expect(() => assertHolds(actor, permissions)).not.toThrow();
  expect(() => assertHolds(actor, [...permissions, 'system:user:edit'])).toThrow(refused);
  expect(counted.reads).toBeLessThan(10 * COUNT);
});
