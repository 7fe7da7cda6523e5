import { describe, expect, it } from 'vitest';
import { loadConfig } from '../../kernel/index.ts';
import { startMonitoredHost } from '../testing/monitored-host.ts';
import { configurationOf, systemEnvironment } from './environment.ts';

const secrets = ['granite-otter', 'se cret', 'otter:42'];

describe('spec: Endpoints/actuator, the others: environment', () => {
  it('shows each value with its source, and no secret', () => {
    const { config, sources } = loadConfig({
      directories: [],
      env: { RABBITMQ_ADDRESS: 'amqp://me:granite-otter@mq', DATABASE_PASSWORD: 'se cret' },
      args: ['--server.port=9', '--app-market.catalog.base-url=https://me:otter:42@7@publisher.example/x'],
    });
    const { properties } = configurationOf(config, sources);
    expect(properties).toMatchObject({
      'server.port': { value: 9, origin: 'command line' },
      'server.host': { value: '127.0.0.1', origin: 'default' },
      'database.password': { value: '******', origin: 'environment variable DATABASE_PASSWORD' },
      'management.password': { value: '' },
      'app-market.catalog.base-url': { value: 'https://******@publisher.example/x' },
    });
    for (const secret of secrets) expect(JSON.stringify(properties)).not.toContain(secret);
  });

  it('design 11.8-10: shows of the process environment what configures the platform', () => {
    const { properties } = systemEnvironment({
      SERVER_PORT: '9',
      DATABASE_PASSWORD: 'se cret',
      AWS_KEY: 'granite-otter',
    });
    expect(properties).toEqual({
      SERVER_PORT: { value: '9', origin: 'environment variable SERVER_PORT' },
      DATABASE_PASSWORD: { value: '******', origin: 'environment variable DATABASE_PASSWORD' },
      AWS_KEY: { value: '******', origin: 'environment variable AWS_KEY' },
    });
  });

  it('is answered whole and by name', async () => {
    const host = await startMonitoredHost();
    const { json, text } = await host.see('/actuator/env');
    expect(json).toMatchObject({
      activeProfiles: [],
      propertySources: [{ name: 'configuration' }, { name: 'systemEnvironment' }],
    });
    expect(text).not.toContain('p:ß w0rd');
    expect((await host.see('/actuator/env/server.port')).json).toMatchObject({
      property: { source: 'configuration', value: 8080 },
      propertySources: [{ property: { value: 8080 } }, { name: 'systemEnvironment' }],
    });
    for (const name of ['nothing', 'constructor', '__proto__']) {
      expect(await host.see(`/actuator/env/${name}`)).toMatchObject({
        status: 404,
        json: { error: 'ENV_PROPERTY_UNKNOWN' },
      });
    }
    await host.stop();
  });
});
