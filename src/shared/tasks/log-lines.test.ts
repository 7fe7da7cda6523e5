// @vitest-environment node
import { expect, it } from 'vitest';
import { logLines } from './log-lines.ts';

it('findings: interface 24: times of a log, which the server writes in UTC, are shown in local time', () => {
  const text = '2026-11-22T05:53:24.101Z Upgrading demo\n  continued\n2026-11-22T23:00:00Z Done\n';
  expect(logLines(text, 'en-GB', 'Asia/Shanghai')).toEqual([
    { time: '22/11/2026, 13:53:24', text: 'Upgrading demo' },
    { time: '', text: '  continued' },
    { time: '23/11/2026, 07:00:00', text: 'Done' },
  ]);
  expect(logLines('', 'en-GB')).toEqual([]);
});
