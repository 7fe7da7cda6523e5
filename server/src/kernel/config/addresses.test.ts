import { describe, expect, it } from 'vitest';
import { isAddress, maskedAddress } from './addresses.ts';

describe('an address that is shown', () => {
  it.each([
    ['http://collector:4318/v1', 'http://collector:4318/******'],
    ['redis:/s3cret', 'redis:******/******'],
    ['s3cret', '******'],
    ['collector:4318', 'collector:4318'],
    ['redis://[fd00::5]:7000/0', 'redis://[fd00::5]:7000/******'],
    ['amqp://user:s3cret@rabbit:5672', 'amqp://******@rabbit:5672'],
    ['user:s3cret@rabbit', '******@rabbit'],
    // Characters that are not encoded, as people write them.
    ['redis://user:s3cret@more@cache:1/0', 'redis://******@cache:1/******'],
    ['redis://user:12#s3cret@cache', 'redis://******@cache'],
    ['redis://user:a/s3cret?b@cache', 'redis://******@cache'],
    // A host that is missing.
    ['redis://:s3cret', 'redis://:******'],
    ['redis://:12345', 'redis://:******'],
    ['user:s3cret', 'user:******'],
    ['http://center/?token=s3cret', 'http://center/?******'],
    ['http://center/#s3cret', 'http://center/#******'],
  ])('%s is %s', (text, shown) => {
    expect(maskedAddress(text)).toBe(shown);
    expect(maskedAddress(text)).not.toContain('s3cret');
  });
});

it.each([
  ['amqp://rabbit', true],
  ['amqps://user:p@rabbit:5671/vhost', true],
  ['rabbit:5672', false],
  ['http://rabbit', false],
  ['amqp://', false],
  ['', false],
])('%s is an address of RabbitMQ: %s', (text, expected) => {
  expect(isAddress(text, ['amqp', 'amqps'])).toBe(expected);
});
