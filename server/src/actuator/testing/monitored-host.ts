import { actuatorModule } from '../index.ts';
import { incidentsModule } from '../../incidents/index.ts';
import { marketModule } from '../../market/index.ts';
import { pluginRuntimeModule } from '../../plugin-runtime/index.ts';
import { schedulerModule } from '../../scheduler/index.ts';
import { startTestHost, type TestHost, type TestHostOptions } from '../../system/testing/host.ts';

export const MONITOR = { username: 'watcher', password: 'p:ß w0rd' };

export const basic = ({ username, password }: { username: string; password: string }): string =>
  `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;

/** An answer of a monitoring endpoint. */
export interface Seen {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly json: never;
}

export interface MonitoredHost extends TestHost {
  /** Asks with the monitoring credentials, unless `init` has other headers. */
  see(path: string, init?: RequestInit): Promise<Seen>;
}

/** A host with its monitoring endpoints, and without its ports. */
export async function startMonitoredHost(options: TestHostOptions = {}): Promise<MonitoredHost> {
  const host = await startTestHost({
    ...options,
    args: [
      `--management.username=${MONITOR.username}`,
      `--management.password=${MONITOR.password}`,
      ...(options.args ?? []),
    ],
    modules: [
      pluginRuntimeModule,
      incidentsModule,
      marketModule,
      schedulerModule,
      actuatorModule,
      ...(options.modules ?? []),
    ],
  });
  const see = async (path: string, init: RequestInit = {}): Promise<Seen> => {
    const response = await fetch(host.origin + path, {
      ...init,
      headers: { authorization: basic(MONITOR), ...(init.headers as object) },
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json');
    return {
      status: response.status,
      headers: response.headers,
      text,
      json: (isJson && text !== '' ? JSON.parse(text) : undefined) as never,
    };
  };
  return { ...host, see };
}
