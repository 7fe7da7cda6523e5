import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { isLongRun } from '@platform/package-format/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const script = fileURLToPath(new URL('../../testing/spoiled-host.ts', import.meta.url));
const run = promisify(execFile);

describe('issue 19: an application that spoils its process for good', () => {
  let data: string;
  beforeEach(() => void (data = mkdtempSync(join(tmpdir(), 'spoiled-'))));
  afterEach(() => rmSync(data, { recursive: true, force: true }));

  const marked = (): unknown[] =>
    readdirSync(join(data, 'load-marks')).map(
      (name) => JSON.parse(readFileSync(join(data, 'load-marks', name), 'utf8')) as unknown,
    );

  it.each([
    ['in a request', 'request', 'stringify', 'JSON.stringify'],
    ...(isLongRun
      ? [
          ['while it is loaded', 'load', 'stringify', 'JSON.stringify'],
          ['with a property of every object', 'request', 'property', 'Object.prototype.evil'],
        ]
      : []),
  ])('%s ends it, and is named to the next one', async (_when, at, way, name) => {
    const ended = run(process.execPath, [script, data, at, way]);
    await expect(ended).rejects.toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(
        new RegExp(
          `^Application bad (changes|adds) ${name}, which cannot be restored. The process ends`,
          'm',
        ),
      ) as string,
    });
    expect(marked()).toMatchObject([{ appCode: 'bad', version: '1.0.0' }]);
  });

  it.runIf(isLongRun)('does not end it with an object that is only frozen', async () => {
    const { stdout } = await run(process.execPath, [script, data, 'load', 'freeze']);
    expect(stdout).toContain('200');
    expect(marked()).toEqual([]);
  });
});
