import type { TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { describe, expect, it } from 'vitest';
import { storageContracts } from './files/storages.ts';
import { BackendReportSchema } from './runtime/backend-report.ts';
import { siteConfigContracts } from './system/site-config.ts';

/** The schema of a member of an object. */
const member = (object: TSchema, name: string): TSchema =>
  (object as unknown as { properties: Record<string, TSchema> }).properties[name] as TSchema;

const body = storageContracts.add.schema.body;
const { params } = siteConfigContracts.get.schema;

describe.each([
  ['a prefix in a storage', member(body, 'prefix'), ['', 'a/', 'a/b.c/'], ['a', 'a/b', '/a/', '../', 'a//']],
  ['the name of a storage', member(body, 'configKey'), ['a', 'local_2'], ['', 'A', '2nd', 'a'.repeat(65)]],
  [
    'the address of a storage',
    member(body, 'endpoint'),
    ['', '/files', 'https://s3.example:9000/x'],
    ['ftp://s3.example', 'https://s3.example?x', 'files'],
  ],
  ['the code of an application', member(params, 'code'), ['ab', 'a'.repeat(32)], ['a', 'A1', 'a'.repeat(33)]],
] as const)('%s', (_what, schema, accepted, refused) => {
  it.each(accepted)('may be %j', (text) => expect(Value.Check(schema, text)).toBe(true));
  it.each(refused)('may not be %j', (text) => expect(Value.Check(schema, text)).toBe(false));
});

it('a report of a backend has the parts that pages read', () => {
  const { properties } = BackendReportSchema as unknown as { properties: object };
  expect(Object.keys(properties)).toEqual(
    expect.arrayContaining(['degraded', 'failure', 'health', 'quarantine', 'skipped']),
  );
});
