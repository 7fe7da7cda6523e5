import { sep } from 'node:path';
import { describe, expect, it } from 'vitest';
import { testConfig } from '../../kernel/testing/config.ts';
import { serviceUrlOf } from '../service-url.ts';
import {
  daysLeft,
  endsHttps,
  renewalOf,
  stateOfCertificate,
  tlsFilesOf,
  watchesCertificate,
  type Certificate,
} from './certificate.ts';

const DAY = 86_400_000;

describe('who ends HTTPS', () => {
  const of = (cert: string, key: string, watched: string): string => {
    const config = testConfig({
      'server.tls.cert': cert,
      'server.tls.key': key,
      'server.tls.watched-cert': watched,
    });
    const who = [endsHttps(config) && 'host', watchesCertificate(config) && 'watched'].filter(Boolean);
    const names = [...tlsFilesOf(config).keys()].map((name) => name.replace('server.tls.', ''));
    const renewed = renewalOf(config).includes('watched-cert') ? 'by the web server' : 'by the host';
    return `${who.join(' ')}: ${names.join(' ')}, ${renewed}`;
  };

  it.each([
    ['a.crt', 'a.key', '', 'host: cert key, by the host'],
    ['a.crt', '', '', 'host: cert, by the host'],
    ['', 'a.key', '', 'host: key, by the host'],
    ['a.crt', 'a.key', 'w.crt', 'host: cert key, by the host'],
    ['', '', 'w.crt', 'watched: watched-cert, by the web server'],
    ['', '', '', ': , by the web server'],
  ])('with cert %j, key %j and watched %j is %s', (cert, key, watched, who) => {
    expect(of(cert, key, watched)).toBe(who);
  });

  it('finds the files in the data directory', () => {
    const config = testConfig({ 'platform.data-dir': '/data', 'server.tls.watched-cert': 'tls/w.crt' });
    const file = tlsFilesOf(config).get('server.tls.watched-cert');
    expect(file?.split(sep).join('/')).toMatch(/\/data\/tls\/w\.crt$/);
  });
});

describe('a certificate from day 0 to day 90', () => {
  const certificate = { validFrom: 0, validTo: 90 * DAY } as Certificate;

  it.each([
    [-1, 'early'],
    [0, 'ok'],
    [76 * DAY, 'ok'],
    [76 * DAY + 1, 'soon'],
    [90 * DAY - 1, 'soon'],
    [90 * DAY, 'expired'],
  ])('is at %d ms %s', (now, state) => expect(stateOfCertificate(certificate, now)).toBe(state));

  it('has whole days left, and negative ones after its end', () => {
    expect([0, 1, 90 * DAY, 90 * DAY + 1].map((now) => daysLeft(certificate, now))).toEqual([90, 89, 0, -1]);
  });
});

describe('the URL of a service', () => {
  it('is that of the configuration, without slashes at its end, or of this machine', () => {
    const url = (values: Record<string, string>): string => serviceUrlOf(testConfig(values), 8080);
    expect(url({ 'monitor.service-url': 'https://a.example/api//' })).toBe('https://a.example/api');
    expect(url({})).toMatch(/^http:\/\/[^/]+:8080$/);
    expect(url({ 'server.tls.cert': 'a.crt' })).toMatch(/^https:\/\/[^/]+:8080$/);
  });
});
