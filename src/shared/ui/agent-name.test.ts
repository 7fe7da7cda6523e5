// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { agentName } from './agent-name.ts';

const chrome = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36';

describe('the name of a user agent', () => {
  it.each([
    [`Mozilla/5.0 (X11; Linux x86_64) ${chrome}`, 'Chrome', 'Linux'],
    [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome} Edg/141.0.0.0`, 'Microsoft Edge', 'Windows'],
    ['Mozilla/5.0 (Windows NT 10.0; rv:143.0) Gecko/20100101 Firefox/143.0', 'Firefox', 'Windows'],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
      'Safari',
      'iOS',
    ],
  ])('of %j is %s on %s', (userAgent, browser, system) => {
    expect(agentName(userAgent)).toEqual({ browser, system });
  });

  it.each(['', '  ', 'node', 'curl/8.5.0', 'platform-cli/1.0.0', '<script>', 'Mozilla/5.0', '('.repeat(500)])(
    'of %j is not known',
    (userAgent) => expect(agentName(userAgent)).toBeUndefined(),
  );
});
