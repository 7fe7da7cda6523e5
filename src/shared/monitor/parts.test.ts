// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { partLines } from './parts.ts';

describe('parts of the platform', () => {
  it('come with what is down first, and without the names of other tools', () => {
    const lines = partLines({
      status: 'DOWN',
      components: {
        db: { status: 'UP', details: { database: 'PostgreSQL', roundTripMs: 0.4 } },
        storage: { status: 'UNKNOWN', details: { reason: 'none' } },
        disk: { status: 'DOWN', details: { free: 5, total: 100, error: 'nearly full' } },
        diskSpace: { status: 'DOWN' },
        ping: { status: 'UP' },
      },
    });
    expect(lines).toEqual([
      { name: 'disk', state: 'down', free: 5, total: 100, error: 'nearly full' },
      { name: 'db', state: 'up', kind: 'PostgreSQL', roundTripMs: 0.4 },
      { name: 'storage', state: 'unknown' },
    ]);
  });
});
