import { afterEach, beforeEach, describe, expect, it, vi, type MockInstance } from 'vitest';
import { runFileCommand } from './platform.ts';

describe('commands for operators', () => {
  let out: MockInstance<typeof console.log>;
  let err: MockInstance<typeof console.error>;
  beforeEach(() => {
    out = vi.spyOn(console, 'log').mockImplementation(() => undefined);
    err = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  });
  afterEach(() => {
    process.exitCode = undefined;
    vi.restoreAllMocks();
  });

  it.each([
    ['backup', '--help'],
    ['doctor', '-h'],
  ])('%s %s prints how they are used, and does nothing', async (...args) => {
    await runFileCommand(args, 'nowhere');
    expect(out.mock.calls).toEqual([[expect.stringContaining('platform backup <folder> [--without-key]')]]);
    expect(process.exitCode).toBeUndefined();
  });

  it('name an option that does not exist, say how they are used, and end with 2', async () => {
    await runFileCommand(['backup', 'copy', '--withoutkey'], 'nowhere');
    const [[said]] = err.mock.calls as [[string]];
    expect(said).toMatch(/^Unknown option '--withoutkey'\.?\n\nUsage:\n {2}platform backup/);
    expect(process.exitCode).toBe(2);
  });

  it('end with 2 where a folder is missing', async () => {
    await runFileCommand(['verify'], 'nowhere');
    expect(err).toHaveBeenCalledWith(expect.stringMatching(/^Usage:/));
    expect(process.exitCode).toBe(2);
  });
});
