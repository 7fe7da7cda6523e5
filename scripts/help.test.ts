import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');

describe('--help, in a bare copy with nothing installed', () => {
  let copy: string;
  beforeAll(() => {
    copy = mkdtempSync(join(tmpdir(), 'bare-'));
    mkdirSync(join(copy, 'scripts/lib'), { recursive: true });
    for (const file of ['package.json', 'scripts/start.mjs', 'scripts/test.mjs'])
      cpSync(join(root, file), join(copy, file));
    for (const file of ['bootstrap.mjs', 'help.mjs'])
      cpSync(join(root, 'scripts/lib', file), join(copy, 'scripts/lib', file));
  });
  afterAll(() => rmSync(copy, { recursive: true }));

  it.each([
    ['start', 'npm start', '--port', ['start']],
    ['start', 'npm start', '--port', ['run', 'start']],
    ['test', 'npm test', 'unit', ['test']],
  ])('issue 16-7: npm %s prints it at once', (_name, title, names, command) => {
    const options = { cwd: copy, encoding: 'utf8', timeout: 120_000 } as const;
    const said = execFileSync('npm', [...command, '--silent', '--', '--help'], options);
    expect(said).toContain(title);
    expect(said).toContain(names);
  });

  it.each(['start', 'test'])('%s prints it on any Node, for -h too', (name) => {
    const said = execFileSync(process.execPath, [join(copy, `scripts/${name}.mjs`), '-h'], {
      encoding: 'utf8',
    });
    expect(said).toContain(`npm ${name}`);
  });
});
