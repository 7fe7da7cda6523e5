import { expect, it } from 'vitest';
import { readableJson } from './readable-json.ts';

it('shows JSON with a line for each value, and what was cut as it is', () => {
  expect(readableJson('{"a":1,"b":"x"}')).toBe('{\n  "a": 1,\n  "b": "x"\n}');
  expect(readableJson('{"a":1,"b":…')).toBe('{"a":1,"b":…');
});
