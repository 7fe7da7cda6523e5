import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import type { StillReport } from './protocol.ts';
import { readStillReports } from './still-reports.ts';

it('design 10.7-4: reports of a watcher are read from pieces of lines; anything else is left out', async () => {
  const stream = new PassThrough();
  const reports: StillReport[] = [];
  readStillReports(stream, (report) => reports.push(report));
  const pieces = [
    '{"inside":"crm","resident',
    'Bytes":7}\n{"inside":null,',
    '"residentBytes":8}\nno report',
    '\n{"inside":"crm"}\n',
    '{"inside":3,"residentBytes":9}\n',
    // The process could not read for a while: the last one counts.
    '{"inside":"crm","residentBytes":10}\n{"inside":"shop","residentBytes":11}\n',
  ];
  for (const piece of pieces) {
    stream.write(piece);
    await new Promise((read) => setImmediate(read));
  }
  expect(reports).toEqual([
    { inside: 'crm', residentBytes: 7 },
    { inside: null, residentBytes: 8 },
    { inside: null, residentBytes: 9 },
    { inside: 'shop', residentBytes: 11 },
  ]);
});

it('keeps no line that does not end', async () => {
  const stream = new PassThrough();
  const reports: StillReport[] = [];
  readStillReports(stream, (report) => reports.push(report));
  const filler = 'x'.repeat(5_000);
  for (const piece of [`{"filler":"${filler}","residentBytes"`, ':7}\n', '{"residentBytes":8}\n']) {
    stream.write(piece);
    await new Promise((read) => setImmediate(read));
  }
  expect(reports).toEqual([{ inside: null, residentBytes: 8 }]);
});
