import { Redis } from 'ioredis';
import { cutterOf } from '../../../server/src/data/testing/cut-connections.ts';
import type { OwnServer } from '../own-servers/own-server.ts';
import type { Probe } from './chaos-load.ts';

/** Something that happens to a service while it is used. */
export interface Fault {
  readonly service: string;
  readonly what: string;
  readonly probe: Probe;
  /** Resolves when the service answers again. */
  inflict(): Promise<void>;
}

const CUTS = 3;
export const DATABASE = 'platform';
const HOST = '127.0.0.1';

/** Stopped in order, and killed; it is back as soon as it can. */
export function restartsOf(server: OwnServer, probe: Probe): Fault[] {
  const restart = (what: string, signal?: NodeJS.Signals): Fault => ({
    service: server.name,
    what,
    probe,
    inflict: async () => {
      await server.stop(signal);
      await server.start();
    },
  });
  return [restart('restarted'), restart('killed', 'SIGKILL')];
}

/** All connections to the platform's database ended from outside, some times. */
export function databaseCuts({ name, port }: OwnServer): Fault[] {
  const type = name === 'MariaDB' ? 'mysql' : 'postgres';
  const user = type === 'mysql' ? 'root' : 'postgres';
  const config = { type, host: HOST, port, name: DATABASE, user, password: '', poolSize: 1 } as const;
  const inflict = async (): Promise<void> => {
    const cutter = await cutterOf(config);
    await cutter.cut();
    await cutter.close();
  };
  return Array.from({ length: CUTS }, () => ({
    service: name,
    what: 'connections ended',
    probe: 'database',
    inflict,
  }));
}

export function cacheCuts({ name, port }: OwnServer): Fault[] {
  const inflict = async (): Promise<void> => {
    const redis = new Redis({ host: HOST, port });
    await redis.call('client', 'kill', 'type', 'normal', 'skipme', 'yes');
    redis.disconnect();
  };
  return Array.from({ length: CUTS }, () => ({
    service: name,
    what: 'connections ended',
    probe: 'cache',
    inflict,
  }));
}
