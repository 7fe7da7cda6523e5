import { expect, it } from 'vitest';
import type { Route } from '../../kernel/index.ts';
import { reservedNames } from './application-code.ts';

it('reserves the first segment of each path of the host, once, and no parameter', () => {
  const urls = ['/ledger/list', '/ledger/:id', '/:appCode/x', '/system/user'];
  const names = reservedNames(urls.map((url) => ({ url }) as Route));
  expect(names.filter((name) => name === 'ledger' || name === 'system')).toHaveLength(2);
  expect(names.some((name) => name.startsWith(':'))).toBe(false);
});
