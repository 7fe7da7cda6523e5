// @vitest-environment node
import { describe, expect, it } from 'vitest';
import type { OperationPlan } from './operation-plan.ts';
import { planFacts } from './plan-facts.ts';
import { planOf } from './testing/plan.ts';

const said = (change: Partial<OperationPlan>) =>
  planFacts(planOf(change), {
    t: (key, values) => `${key.replace('shared.task.plan.', '')} ${JSON.stringify(values)}`,
    bytes: (size) => `${size} B`,
    permission: (name) => name.toUpperCase(),
    warning: ({ message }) => message,
  });
const keys = (change: Partial<OperationPlan>) => said(change).map(({ text }) => text.split(' ')[0]);

describe('design 15.5: a plan in facts', () => {
  it('says only that others stay as they are where nothing else applies', () => {
    expect(keys({})).toEqual(['othersStay']);
  });

  it('puts risks first: permissions with their target, warnings, an absent signature', () => {
    const facts = said({
      permissions: [
        { name: 'files', scope: [], isNew: false },
        { name: 'network', scope: ['api.pay.example'], isNew: true },
      ],
      signature: { state: 'unsigned', keyId: null },
      warnings: [
        { code: 'PERMISSIONS_ASKED', message: 'Asked.' },
        { code: 'PACKAGE_UNSIGNED', message: 'Unsigned.' },
        { code: 'VERSION_DEPRECATED', message: 'Old.' },
      ],
      packageSize: 7,
    });
    expect(facts.map(({ text, tone }) => [text.replace(/ undefined$/, ''), tone])).toEqual([
      ['asks {"what":"NETWORK: api.pay.example"}', 'warn'],
      ['Old.', 'warn'],
      ['signature.unsigned {"key":""}', 'warn'],
      ['asksStill {"what":"FILES"}', undefined],
      ['othersStay {}', 'good'],
      ['fetches {"size":"7 B"}', undefined],
    ]);
  });

  it('names any host where a network permission has no target', () => {
    const [fact] = said({ permissions: [{ name: 'network', scope: [], isNew: true }] });
    expect(fact?.text.replaceAll('\\', '')).toContain('NETWORK: anyHost');
  });

  it('names the signer’s key after the risks', () => {
    const facts = said({ scripts: ['01.sql'], signature: { state: 'signed', keyId: '3f9a' } });
    expect(facts.map(({ tone }) => tone)).toEqual(['warn', 'good', 'good']);
    expect(facts[1]?.text).toBe('signature.signed {"key":"3f9a"}');
  });

  it('findings: interface 14; cannot be undone only where a script runs', () => {
    expect(keys({ scripts: ['01.sql'] })).toContain('scripts');
    expect(keys({ tables: { created: ['demo_a'], dropped: [], cleared: [] } })).toEqual(['othersStay']);
    expect(keys({ skippedScripts: ['01.sql'] })).toEqual(['skipped', 'othersStay']);
  });

  it.each([
    ['tenants', { tenants: { total: 2, tenantIds: ['100001'] } }],
    ['dependents', { dependents: [{ appCode: 'mall', range: '^1.0.0' }] }],
    ['needed', { needed: [{ appCode: 'member', version: '1.0.0', packageSize: 9 }] }],
  ] as const)('says what changes for others: %s', (key, change) => {
    expect(keys(structuredClone(change) as Partial<OperationPlan>)).toEqual([key]);
  });

  it('says what serves until the switch only where a version is replaced', () => {
    expect(keys({ action: 'upgrade', fromVersion: '1.0.0', toVersion: '1.1.0' })).toContain('serves');
    expect(keys({ action: 'rollback', fromVersion: '1.1.0', toVersion: '1.0.0' })).toContain('dataUntouched');
    expect(keys({ action: 'uninstall', fromVersion: '1.0.0', toVersion: null })).toEqual(['othersStay']);
  });
});
