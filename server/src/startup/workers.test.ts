import { afterEach, describe, expect, it, vi } from 'vitest';
import { loadConfig, type PlatformConfig } from '../kernel/index.ts';
import { obstaclesOf, workersOf } from './workers.ts';

const LARGE = { cores: 8, memory: 64 * 2 ** 30 };
const SHARED = ['--database.type=postgres', '--cache.type=redis'];
const configOf = (...args: readonly string[]): PlatformConfig =>
  loadConfig({ directories: [], env: {}, args: [...args] }).config;

afterEach(() => vi.restoreAllMocks());

describe('design 10.2: server.workers', () => {
  it('is one where nothing is said', () => {
    expect(workersOf(configOf(), LARGE)).toEqual({ count: 1, reason: undefined });
  });

  it('is the number, or that of the cores for which there is memory', () => {
    expect(workersOf(configOf('--server.workers=3', ...SHARED), LARGE).count).toBe(3);
    expect(workersOf(configOf('--server.workers=auto', ...SHARED), LARGE).count).toBe(8);
    const small = { cores: 8, memory: 2 ** 30 };
    expect(workersOf(configOf('--server.workers=auto', ...SHARED), small).count).toBe(2);
    expect(workersOf(configOf('--server.workers=auto', ...SHARED), { cores: 8, memory: 1 }).count).toBe(1);
  });

  it.each([
    ['database.type', '--cache.type=redis'],
    ['cache.type', '--database.type=mysql'],
  ])('above one is refused without a shared %s, which is named', (key, ...args) => {
    const config = configOf('--server.workers=2', ...args);
    expect(obstaclesOf(config)).toHaveLength(1);
    expect(() => workersOf(config)).toThrow(
      expect.objectContaining({
        code: 'WORKERS_NOT_SHARED',
        message: expect.stringContaining(`${key} is `) as string,
      }),
    );
  });

  it('auto keeps to the memory of the container', () => {
    const auto = configOf('--server.workers=auto', ...SHARED);
    vi.spyOn(process, 'constrainedMemory').mockReturnValue(600 * 2 ** 20);
    expect(workersOf(auto).count).toBe(1);
  });

  it('auto is one there, with the reason', () => {
    const { count, reason } = workersOf(configOf('--server.workers=auto'), LARGE);
    expect(count).toBe(1);
    expect(reason).toContain('database.type is sqlite');
    expect(reason).toContain('cache.type is memory');
  });
});
