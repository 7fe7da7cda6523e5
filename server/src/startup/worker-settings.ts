import { getHeapStatistics } from 'node:v8';
import type { PlatformConfig } from '../kernel/index.ts';
import type { WorkerSettings } from '../supervisor/index.ts';
import { obstaclesOf } from './workers.ts';

/** Time for what has no limit of its own when a worker stops, in milliseconds. */
const REST_MS = 10_000;

/** Resident bytes of code and libraries. */
function besidesHeap(): number {
  const { rss, heapUsed } = process.memoryUsage();
  return rss - heapUsed;
}

/**
 * Settings that the supervisor needs.
 *
 * @param workers how many the host has
 */
export const workerSettings = (config: PlatformConfig, workers: number): WorkerSettings => ({
  workers,
  overlaps: obstaclesOf(config).length === 0,
  replaceOnHangup: process.env['PLATFORM_PROFILE'] === 'production',
  stopLimitMs:
    config.server.drain['delay-ms'] +
    config.server['shutdown-timeout-ms'] +
    config['app-market']['plugin-runtime']['drain-timeout-ms'] +
    REST_MS,
  watchdogLimitMs: config.server.watchdog['limit-ms'],
  memoryLimitBytes:
    besidesHeap() + (getHeapStatistics().heap_size_limit * config.server.watchdog['memory-percent']) / 100,
});
