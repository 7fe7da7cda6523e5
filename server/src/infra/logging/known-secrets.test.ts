import { expect, it } from 'vitest';
import { testConfig } from '../../kernel/testing/config.ts';
import { secretScrubber, secretsOf } from './known-secrets.ts';

it('knows the secrets of the configuration, and passwords of addresses in both spellings', () => {
  const secrets = secretsOf(
    testConfig({
      'database.password': 'kite "7" blue',
      'cache.url': 'redis://u:granite%2D42x@host:6379/0',
      'rabbitmq.address': 'amqp://guest:guest@host',
      'management.password': 'platform',
      'telemetry.otlp.endpoint': 'http://otel:basalt-7-heron@collector:4318',
    }),
  );
  expect(secrets).toEqual(
    expect.arrayContaining([
      'kite "7" blue',
      'granite%2D42x',
      'granite-42x',
      'basalt-7-heron',
      'redis://u:granite%2D42x@host:6379/0',
    ]),
  );
  // Plain words would hide what lines are about.
  expect(secrets).not.toContain('platform');
  expect(secrets).not.toContain('guest');
  expect(secrets).not.toContain('http://otel:basalt-7-heron@collector:4318');
});

it('masks them in lines of JSON, whoever has written them', () => {
  const scrub = secretScrubber(['kite "7" blue', '$&-secret']);
  const line = JSON.stringify({ msg: 'refused kite "7" blue', other: 'a $&-secret b' });
  expect(JSON.parse(scrub(line))).toEqual({ msg: 'refused ******', other: 'a ****** b' });
  expect(secretScrubber([])(line)).toBe(line);
});
