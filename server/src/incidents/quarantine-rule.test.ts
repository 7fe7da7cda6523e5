import { describe, expect, it } from 'vitest';
import { QuarantineRule, WINDOW_MS, type Judged } from './quarantine-rule.ts';

const START = Date.parse('2026-11-23T08:00:00.000Z');
const incident = (second: number, codes: string, facts: Partial<Judged> = {}): Judged => ({
  at: new Date(START + second * 1_000).toISOString(),
  host: 'one',
  kind: 'crashed',
  durationMs: null,
  suspects: codes.split(' ').map((application) => ({ application, version: '1.0.0' })),
  ...facts,
});
const rule = new QuarantineRule(10_000);
const crm = { appCode: 'crm', version: '1.0.0' };

describe('design 10.3: the culprit of two incidents within ten minutes', () => {
  it('is kept out, not that of one, nor of two that are further apart', () => {
    expect(rule.culpritOf(incident(0, 'crm'), [])).toBeUndefined();
    expect(rule.culpritOf(incident(0, 'crm'), [incident(-WINDOW_MS / 1_000, 'crm')])).toEqual(crm);
    expect(rule.culpritOf(incident(0, 'crm'), [incident(-WINDOW_MS / 1_000 - 1, 'crm')])).toBeUndefined();
    expect(rule.culpritOf(incident(0, 'crm'), [incident(-20, 'shop')])).toBeUndefined();
  });

  it('is one version: that of another one does not count', () => {
    const former = incident(-20, '', { suspects: [{ application: 'crm', version: '0.9.0' }] });
    expect(rule.culpritOf(incident(0, 'crm'), [former])).toBeUndefined();
    const unknown = incident(-20, '', { suspects: [{ application: 'crm', version: null }] });
    expect(rule.culpritOf(unknown, [unknown])).toBeUndefined();
  });

  it('design 16-14: is the only suspect that both have in common', () => {
    expect(rule.culpritOf(incident(0, 'crm shop'), [incident(-20, 'crm pay')])).toEqual(crm);
    expect(rule.culpritOf(incident(0, 'crm shop'), [incident(-20, 'crm shop pay')])).toBeUndefined();
    expect(rule.culpritOf(incident(0, 'crm'), [incident(-20, 'crm shop pay')])).toEqual(crm);
  });

  it.each(['blocked', 'memory', 'crashed'] as const)('%s counts', (kind) => {
    expect(rule.culpritOf(incident(0, 'crm', { kind }), [incident(-20, 'crm', { kind })])).toEqual(crm);
  });

  it.each(['uncaught', 'stray', 'killed'] as const)('%s does not count', (kind) => {
    expect(rule.culpritOf(incident(0, 'crm', { kind }), [incident(-20, 'crm')])).toBeUndefined();
    expect(rule.culpritOf(incident(0, 'crm'), [incident(-20, 'crm', { kind })])).toBeUndefined();
  });

  it('a hold counts from the limit of the watchdog on', () => {
    expect(rule.isHarmful({ kind: 'hold', durationMs: 9_999 })).toBe(false);
    expect(rule.isHarmful({ kind: 'hold', durationMs: 10_000 })).toBe(true);
    expect(rule.isHarmful({ kind: 'hold', durationMs: null })).toBe(false);
    expect(new QuarantineRule(2_000).isHarmful({ kind: 'hold', durationMs: 2_000 })).toBe(true);
    const off = new QuarantineRule(0);
    expect([9_999, 10_000].map((durationMs) => off.isHarmful({ kind: 'hold', durationMs }))).toEqual([
      false,
      true,
    ]);
  });

  it('design 10.7-9: what several hosts meet at once is one occurrence', () => {
    const other = incident(-10, 'crm', { host: 'two' });
    expect(rule.isSameOccurrence(incident(0, 'crm'), other)).toBe(true);
    expect(rule.culpritOf(incident(0, 'crm'), [other])).toBeUndefined();
    expect(rule.culpritOf(incident(1, 'crm'), [other])).toEqual(crm);
    expect(rule.isSameOccurrence(incident(0, 'shop'), other)).toBe(false);
    const [one, two] = [incident(0, 'crm shop'), incident(0, 'shop crm', { host: 'two' })];
    expect(rule.isSameOccurrence(one, two)).toBe(true);
    // One host that met it twice met it twice, however soon.
    expect(rule.culpritOf(incident(0, 'crm'), [incident(-1, 'crm')])).toEqual(crm);
  });

  it('does not count what was before its release', () => {
    const released = ({ appCode }: { appCode: string }, at: string): boolean =>
      appCode === 'crm' && at < incident(-10, 'crm').at;
    expect(rule.culpritOf(incident(0, 'crm'), [incident(-20, 'crm')], released)).toBeUndefined();
    expect(rule.culpritOf(incident(0, 'crm'), [incident(-5, 'crm'), incident(-20, 'crm')], released)).toEqual(
      crm,
    );
  });
});
