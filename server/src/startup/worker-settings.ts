import { getHeapStatistics } from 'node:v8';
import type { PlatformConfig } from '../kernel/index.ts';
import type { WorkerSettings } from '../supervisor/index.ts';
import { obstaclesOf } from './workers.ts';

/** Time for what has no limit of its own when a worker stops, in milliseconds. */
const REST_MS = 10_000;

/** Largest young generation of V8 in Node 24, in bytes: three semi-spaces. */
const YOUNG_BYTES = 3 * 64 * 2 ** 20;

/**
 * Bytes at which V8 gives up: those of the old generation. V8 tells its limit together with the
 * young one, which is smaller in a small heap.
 *
 * @param limit V8's `heap_size_limit`
 */
export const oldGenerationLimit = (limit: number): number => limit - Math.min(YOUNG_BYTES, limit / 4);

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
    besidesHeap() +
    (oldGenerationLimit(getHeapStatistics().heap_size_limit) * config.server.watchdog['memory-percent']) /
      100,
});
