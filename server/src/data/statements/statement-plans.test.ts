import { expect, it } from 'vitest';
import { TableCatalog } from '../catalog/table-catalog.ts';
import type { Scope } from '../policy/scope.ts';
import { StatementPlans } from './statement-plans.ts';

it('keeps the plan of a text apart from that of the same text with other rows in reach', () => {
  const catalog = new TableCatalog('sqlite');
  const plans = new StatementPlans('sqlite', catalog);
  const scope: Scope = { catalog, tenant: { kind: 'all' }, userId: 1, now: '' };
  const text = 'select id from shop_item';
  const rows = { table: 'shop_item', dept: 'dept_id', owner: undefined, depts: 1, own: false };
  const whole = plans.planFor(text, scope);
  const limited = plans.planFor(text, scope, { rows });
  expect(plans.planFor(text, scope)).toBe(whole);
  expect(plans.planFor(text, scope, { rows: { ...rows } })).toBe(limited);
  expect(new Set([whole, limited, plans.planFor(text, scope, { rows: { ...rows, depts: 2 } })]).size).toBe(3);
});

it('forgets every plan when tables have changed, that of an unlimited text too', () => {
  const catalog = new TableCatalog('sqlite');
  const plans = new StatementPlans('sqlite', catalog);
  const scope: Scope = { catalog, tenant: { kind: 'all' }, userId: 1, now: '' };
  const plansOf = () => [false, true].map((verbatim) => plans.planFor('select 1', scope, { verbatim }));
  const [limited, verbatim] = plansOf();
  expect(plansOf().map((plan, at) => plan === [limited, verbatim][at])).toEqual([true, true]);
  plans.clear();
  expect(plansOf().map((plan, at) => plan === [limited, verbatim][at])).toEqual([false, false]);
});
