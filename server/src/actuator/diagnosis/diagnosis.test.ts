import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startMonitoredHost, type MonitoredHost, type Seen } from '../testing/monitored-host.ts';

let host: MonitoredHost;
beforeAll(async () => {
  host = await startMonitoredHost();
});
afterAll(() => host.stop());

describe('spec: Endpoints/GET /actuator/logfile', () => {
  const text = Array.from({ length: 30_000 }, (_none, line) => `line ${line} ö\n`).join('');
  const path = (): string => join(host.directory, 'logs', 'sys-console.log');
  const part = (range: string, more: Record<string, string> = {}): Promise<Seen> =>
    host.see('/actuator/logfile', { headers: { range, ...more } });
  beforeAll(async () => {
    await mkdir(join(host.directory, 'logs'), { recursive: true });
    await writeFile(path(), text);
  });

  it('reads the whole sys-console.log, or its last lines', async () => {
    const whole = await host.see('/actuator/logfile');
    expect(whole).toMatchObject({ status: 200, text });
    expect(whole.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    for (const lines of [1, 3, 10_000]) {
      const last = await host.see(`/actuator/logfile?lines=${lines}`);
      expect(last.text).toBe(
        text
          .split('\n')
          .slice(-lines - 1)
          .join('\n'),
      );
    }
    expect((await host.see('/actuator/logfile?lines=10001')).status).toBe(400);
  });

  it('reads parts, as tools do that follow the log', async () => {
    const size = Buffer.byteLength(text);
    const tail = await part('bytes=-7');
    expect(tail).toMatchObject({ status: 206, text: Buffer.from(text).subarray(-7).toString() });
    expect(tail.headers.get('content-range')).toBe(`bytes ${size - 7}-${size - 1}/${size}`);
    const etag = tail.headers.get('etag') ?? '';
    await writeFile(path(), 'next\n', { flag: 'a' });
    expect((await part(`bytes=${size}-`, { 'if-range': etag })).text).toBe('next\n');
    expect((await part(`bytes=0-3`, { 'if-range': '"other"' })).status).toBe(200);
    expect(await part(`bytes=${size + 5}-`)).toMatchObject({
      status: 416,
      json: { error: 'OBJECT_RANGE_INVALID' },
    });
    const beyond = await part(`bytes=${size + 5}-`);
    expect(beyond.headers.get('content-range')).toBe(`bytes */${size + 5}`);
    await writeFile(path(), text);
  });

  it('answers an empty log and a missing one', async () => {
    await writeFile(path(), '');
    expect(await host.see('/actuator/logfile')).toMatchObject({ status: 200, text: '' });
    expect(await host.see('/actuator/logfile?lines=5')).toMatchObject({ status: 200, text: '' });
    await rm(path());
    expect(await host.see('/actuator/logfile')).toMatchObject({
      status: 404,
      json: { error: 'LOGFILE_MISSING' },
    });
  });
});

describe('spec: Endpoints/actuator, the others: dumps', () => {
  it('show what keeps the process busy', async () => {
    const { json } = await host.see('/actuator/threaddump');
    expect(json).toMatchObject({
      threads: [{ threadName: 'main', threadState: 'RUNNABLE' }],
      eventLoop: { utilization: expect.any(Number) as number },
      activeResources: { TCPServerWrap: expect.any(Number) as number },
    });
  });

  it('make one CPU profile at a time', async () => {
    const both = [1, 2].map(() => host.see('/actuator/cpuprofile?seconds=1'));
    const [made, refused] = (await Promise.all(both)).sort((one, other) => one.status - other.status);
    expect(refused).toMatchObject({ status: 429, json: { error: 'DIAGNOSIS_RUNNING' } });
    const { text, headers } = made!;
    expect(JSON.parse(text)).toMatchObject({ nodes: expect.any(Array) as unknown[] });
    expect(headers.get('content-disposition')).toMatch(/filename="\d{4}-\d\d-\d\dT\d{6}\.cpuprofile"/);
    for (const seconds of [0, 61]) {
      expect((await host.see(`/actuator/cpuprofile?seconds=${seconds}`)).status).toBe(400);
    }
  });

  it('end a CPU profile when the client leaves', async () => {
    const abort = new AbortController();
    const left = host.see('/actuator/cpuprofile?seconds=60', { signal: abort.signal });
    setTimeout(() => abort.abort(), 200);
    await expect(left).rejects.toThrow();
    await expect.poll(async () => (await host.see('/actuator/cpuprofile?seconds=1')).status).toBe(200);
  });

  it('are not made for HEAD, and have no other method than GET', async () => {
    for (const path of ['heapdump', 'cpuprofile']) {
      const audits = vi.fn<() => void>();
      const unwatch = host.http.onAudit(audits);
      for (const method of ['HEAD', 'POST', 'DELETE']) {
        const { status, headers } = await host.see(`/actuator/${path}`, { method });
        expect([method, status, headers.get('allow')]).toEqual([method, 405, 'GET']);
      }
      expect(audits).not.toHaveBeenCalled();
      await unwatch();
    }
  });
});
