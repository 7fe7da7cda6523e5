import { EventEmitter } from 'node:events';
import { mkdtempSync, renameSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { testConfig } from '../../kernel/testing/config.ts';
import { collectingLogger, type LogLine } from '../../testing/collecting-logger.ts';
import type { Certificate } from './certificate.ts';
import { RenewedCertificate } from './renewed-certificate.ts';

const DAY = 86_400_000;

let dir: string;
const log: LogLine[] = [];
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'renewed-'));
  log.splice(0);
});
afterEach(() => rmSync(dir, { recursive: true }));

/** A certificate whose files the test writes; the next is valid for `days`. */
function open(days = 90) {
  let now = 0;
  let next: Certificate | Error = valid(days);
  const read = vi.fn(() => {
    if (next instanceof Error) throw next;
    return next;
  });
  const config = testConfig({
    'platform.data-dir': dir,
    'server.tls.cert': 'a.crt',
    'server.tls.key': 'a.key',
  });
  const write = (name: string, content: string): void => writeFileSync(join(dir, name), content);
  write('a.crt', '1');
  write('a.key', '1');
  const certificate = new RenewedCertificate({
    config,
    logger: collectingLogger(log),
    clock: { now: () => now },
    read,
  });
  return {
    certificate,
    read,
    write,
    prepare: (made: Certificate | Error) => (next = made),
    pass: (milliseconds: number) => (now += milliseconds),
  };
}

const valid = (days: number, names = 'a.example'): Certificate => ({
  options: { cert: names },
  names,
  validFrom: 0,
  validTo: days * DAY,
});
const messages = (): string[] => log.map(({ level, message }) => `${level} ${message}`);

describe('a certificate that is renewed', () => {
  it('is read once its files no longer change, and only then', () => {
    const { certificate, read, write, prepare } = open();
    certificate.look();
    certificate.look();
    expect(read).toHaveBeenCalledOnce();
    prepare(valid(180, 'b.example'));
    write('a.crt', '22');
    certificate.look();
    write('a.key', '22');
    certificate.look();
    expect(read).toHaveBeenCalledOnce();
    certificate.look();
    certificate.look();
    expect(read).toHaveBeenCalledTimes(2);
    expect(certificate.current.names).toBe('b.example');
    expect(log).toMatchObject([
      { level: 'info', fields: { names: 'b.example', until: '1970-06-30T00:00:00.000Z' } },
    ]);
  });

  it('is read where a link leads to another file of the same size and time', () => {
    const { certificate, read, write } = open();
    const lead = (to: string): void => {
      write(to, '1');
      utimesSync(join(dir, to), 1, 1);
      symlinkSync(to, join(dir, 'link'));
      renameSync(join(dir, 'link'), join(dir, 'a.crt'));
      certificate.look();
      certificate.look();
    };
    lead('first');
    expect(read).toHaveBeenCalledTimes(2);
    lead('second');
    expect(read).toHaveBeenCalledTimes(3);
  });

  it('is given to the servers that are open', () => {
    const { certificate, write, prepare } = open();
    const servers = [0, 1].map(() => Object.assign(new EventEmitter(), { setSecureContext: vi.fn() }));
    for (const server of servers) certificate.renew(server as unknown as Server);
    servers[1]?.emit('close');
    prepare(valid(180, 'b.example'));
    write('a.crt', '22');
    certificate.look();
    certificate.look();
    expect(servers[0]?.setSecureContext).toHaveBeenCalledExactlyOnceWith({ cert: 'b.example' });
    expect(servers[1]?.setSecureContext).not.toHaveBeenCalled();
  });

  it('stays the former one where the new one cannot be used, which is said once', () => {
    const { certificate, read, write, prepare } = open();
    prepare(new Error('no key'));
    write('a.crt', '22');
    for (let looks = 0; looks < 4; looks += 1) certificate.look();
    expect(read).toHaveBeenCalledTimes(2);
    expect(certificate.current.names).toBe('a.example');
    expect(log).toMatchObject([{ level: 'error', fields: { reason: 'no key', daysLeft: 90 } }]);
    rmSync(join(dir, 'a.key'));
    certificate.look();
    certificate.look();
    expect(read).toHaveBeenCalledTimes(3);
  });
});

describe('a certificate that ends', () => {
  it('is warned of once a day, from two weeks before on', () => {
    const { certificate, pass } = open(15);
    expect(certificate.secondsLeft()).toBe((15 * DAY) / 1000);
    pass(DAY);
    expect(certificate.secondsLeft()).toBe((14 * DAY) / 1000);
    certificate.look();
    expect(messages()).toEqual([]);
    pass(1);
    certificate.look();
    certificate.look();
    pass(DAY);
    certificate.look();
    expect(log).toMatchObject([
      { level: 'warn', message: 'The certificate ends soon', fields: { daysLeft: 13 } },
      { level: 'warn', fields: { daysLeft: 12, names: 'a.example', until: '1970-01-16T00:00:00.000Z' } },
    ]);
    expect(log[0]?.fields['fix']).toContain('takes them over by itself');
  });

  it('is warned of again after a renewal that ends as soon', () => {
    const { certificate, write, prepare } = open(5);
    prepare(valid(5, 'b.example'));
    write('a.crt', '22');
    certificate.look();
    certificate.look();
    expect(messages()).toEqual([
      'warn The certificate ends soon',
      'info A new certificate is in use',
      'warn The certificate ends soon',
    ]);
  });
});
