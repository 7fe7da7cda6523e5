import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { addressOf, SessionFile } from './session.ts';

describe('the sessions of the command line', () => {
  let home: string;
  let sessions: SessionFile;
  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), 'cli-sessions-'));
    sessions = new SessionFile({ PLATFORM_HOME: home });
  });
  afterEach(() => rmSync(home, { recursive: true }));

  it('are kept for each address, so that a login elsewhere ends none', () => {
    sessions.keep({ url: 'https://test.example', token: 'one' });
    sessions.keep({ url: 'https://live.example', token: 'two' });
    expect(
      ['https://test.example', 'https://live.example', 'https://other.example'].map((url) =>
        sessions.tokenFor(url),
      ),
    ).toEqual(['one', 'two', undefined]);
    expect(addressOf(undefined, { PLATFORM_HOME: home })).toBe('https://live.example');
    expect(statSync(join(home, 'session.json')).mode & 0o777).toBe(0o600);
  });

  it('are forgotten one by one', () => {
    sessions.keep({ url: 'https://test.example', token: 'one' });
    sessions.keep({ url: 'https://live.example', token: 'two' });
    sessions.forget('https://live.example');
    expect([sessions.tokenFor('https://test.example'), sessions.tokenFor('https://live.example')]).toEqual([
      'one',
      undefined,
    ]);
    expect(addressOf(undefined, { PLATFORM_HOME: home })).toBe('http://localhost:8080');
  });

  it('are read from the file of a former version', () => {
    writeFileSync(join(home, 'session.json'), JSON.stringify({ url: 'https://live.example', token: 'old' }));
    expect([sessions.last, sessions.tokenFor('https://live.example')]).toEqual([
      'https://live.example',
      'old',
    ]);
    writeFileSync(join(home, 'session.json'), '{ broken');
    expect(sessions.last).toBeUndefined();
  });
});
