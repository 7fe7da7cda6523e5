import { describe, expect, it } from 'vitest';
import { assertOwnTables } from './table-owner.ts';

describe('owner of a table (design 9.1-9)', () => {
  it('accepts own tables and unclaimed names', () => {
    expect(() => assertOwnTables('site', ['site_page', 'other'], ['site', 'site-visit'])).not.toThrow();
    expect(() => assertOwnTables('site-visit', ['site_visit_log'], ['site'])).not.toThrow();
  });

  it('refuses a table under a longer prefix of another application', () => {
    expect(() => assertOwnTables('site', ['site_page', 'SITE_VISIT_LOG'], ['site', 'site-visit'])).toThrow(
      /SITE_VISIT_LOG \(site-visit\)/,
    );
  });
});
