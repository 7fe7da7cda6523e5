import { describe, expect, it } from 'vitest';
import { Fields } from './fields.ts';

describe('a field', () => {
  it.each([[' db:3306 '], ['"db:3306"'], ["'db:3306'"], ['db:3306\r'], ['" db:3306 "\r\n']])(
    'is read without what surrounds it: %j',
    (value) => {
      expect(new Fields({ A: value }).text('A')).toEqual({ name: 'A', value: 'db:3306' });
    },
  );

  it.each(['', ' ', '\r', '""', "' '"])('is empty: %j', (value) => {
    expect(new Fields({ A: value }).text('A')).toBeUndefined();
  });

  it('keeps a password byte for byte', () => {
    const value = ` "p$a#s's %20\\w\u00f6rd" `;
    expect(new Fields({ A: value }).secret('A')).toEqual({ name: 'A', value });
  });
});

describe('two names of one thing', () => {
  it('may be filled with the same', () => {
    const fields = new Fields({ A: 'x', B: '"x"' });
    expect(fields.one(['A', 'B'])).toEqual({ name: 'A', value: 'x' });
    expect(fields.problems).toEqual([]);
  });

  it('may not differ; their values are not told', () => {
    const fields = new Fields({ A: 'x', B: 'y' });
    fields.one(['A', 'B'], { secret: true });
    expect(fields.problems).toEqual(['A and B name the same thing and differ: empty one of them.']);
  });

  it('differ as passwords where they are equal as texts', () => {
    const fields = new Fields({ A: 'x', B: 'x ' });
    fields.one(['A', 'B'], { secret: true });
    expect(fields.problems).toHaveLength(1);
  });
});

it.each(['0', '65536', '-1', '33o6', '3306.0'])('a port is from 1 to 65535, not %s', (value) => {
  const fields = new Fields({ PANEL_DB_PORT: value });
  expect(fields.port('PANEL_DB_PORT')).toBeUndefined();
  expect(fields.problems).toEqual([
    `PANEL_DB_PORT has the port ${value}, which is not a number from 1 to 65535.`,
  ]);
});
