import { Type } from 'typebox';
import { describe, expect, it } from 'vitest';
import { Compilers } from './compilers.ts';

describe('bodies', () => {
  const validate = new Compilers().validator(
    Type.Object({
      to: Type.Union([
        Type.Literal('all'),
        Type.Object({ users: Type.Array(Type.Integer()) }),
        Type.Object({ roles: Type.Array(Type.String()) }),
      ]),
    }),
    'body',
  );

  it.each([['all'], [{ users: [1] }], [{ roles: ['clerk'] }]])('may be any of several objects: %j', (to) => {
    expect(validate({ to, unknown: true })).toEqual({ value: { to } });
  });

  it('that are none of them are refused', () => {
    expect(validate({ to: { roles: [1] } })).toMatchObject({ error: { code: 'VALIDATION_FAILED' } });
    expect(validate({ to: {} })).toMatchObject({ error: { code: 'VALIDATION_FAILED' } });
  });
});

describe('one set of compilers', () => {
  const compilers = new Compilers();

  it('coerces queries and not bodies, and fills in defaults of both', () => {
    const schema = Type.Object({ size: Type.Integer({ default: 3 }), tags: Type.Array(Type.String()) });
    const query = compilers.validator(schema, 'querystring');
    expect(query({ size: '7', tags: 'a' })).toEqual({ value: { size: 7, tags: ['a'] } });
    expect(query({ tags: ['a', 'b'] })).toEqual({ value: { size: 3, tags: ['a', 'b'] } });
    const body = compilers.validator(schema, 'body');
    expect(body({ tags: [] })).toEqual({ value: { size: 3, tags: [] } });
    expect(body({ size: '7', tags: [] })).toMatchObject({ error: { code: 'VALIDATION_FAILED' } });
  });

  it('findings: refuses whole numbers that would become others', () => {
    const schema = Type.Object({ id: Type.Integer(), by: Type.Union([Type.Integer(), Type.Null()]) });
    const query = compilers.validator(Type.Object({ id: Type.Integer() }), 'params');
    expect(query({ id: '9007199254740991' })).toEqual({ value: { id: 9_007_199_254_740_991 } });
    expect(query({ id: '9007199254740993' })).toMatchObject({ error: { code: 'VALIDATION_FAILED' } });
    const body = compilers.validator(schema, 'body');
    expect(body({ id: 1, by: -9_007_199_254_740_991 })).toHaveProperty('value');
    expect(body({ id: 1, by: 2 ** 53 })).toMatchObject({ error: { code: 'VALIDATION_FAILED' } });
  });

  it('names all wrong fields, with the part of the request', () => {
    const schema = Type.Object({ a: Type.Integer(), b: Type.Integer() });
    const result = compilers.validator(schema, 'body')({ a: 'x', b: 1.5 });
    expect(result).toMatchObject({
      error: {
        status: 400,
        message: 'The request is not valid: body/a must be integer; body/b must be integer.',
        details: [
          { path: 'body/a', message: 'must be integer', type: 'integer' },
          { path: 'body/b', message: 'must be integer', type: 'integer' },
        ],
      },
    });
  });

  it('drops unknown fields of objects at any depth, unless the schema mentions further ones', () => {
    const inner = Type.Object({ a: Type.Optional(Type.Integer()) });
    const open = Type.Object({ a: Type.Integer() }, { additionalProperties: true });
    const schema = Type.Object({
      inner,
      list: Type.Array(inner),
      open,
      map: Type.Record(Type.String(), inner),
    });
    const more = { a: 1, x: 2 };
    const given = {
      inner: { ...more },
      list: [{ ...more }],
      open: { ...more },
      map: { k: { ...more } },
      y: 1,
    };
    expect(compilers.validator(schema, 'body')(given)).toEqual({
      value: { inner: { a: 1 }, list: [{ a: 1 }], open: more, map: { k: { a: 1 } } },
    });
  });

  it('knows formats', () => {
    const schema = Type.Object({ at: Type.String({ format: 'date' }) });
    expect(compilers.validator(schema, 'body')({ at: '2026-02-30' })).toHaveProperty('error');
    expect(compilers.validator(schema, 'body')({ at: '2026-02-28' })).toHaveProperty('value');
  });

  it('compiles a schema once for each use, and not before', () => {
    const schema = Type.Object({ a: Type.Integer() });
    expect(compilers.validator(schema, 'body')).toBe(compilers.validator(schema, 'body'));
    expect(compilers.validator(schema, 'params')).toBe(compilers.validator(schema, 'querystring'));
    expect(compilers.validator(schema, 'params')).not.toBe(compilers.validator(schema, 'body'));
    expect(compilers.serializer(schema)).toBe(compilers.serializer(schema));
    const wrong = { type: 'nonsense' };
    const validate = compilers.validator(wrong, 'body');
    expect(() => validate({})).toThrow(/schema is invalid/);
  });

  it('writes only what the schema names, and reports what it cannot write', () => {
    const serialize = compilers.serializer(Type.Object({ a: Type.Integer() }));
    expect(serialize({ a: 1, secret: 2 })).toBe('{"a":1}');
    expect(() => serialize({ a: 'x' })).toThrow(expect.objectContaining({ code: 'INTERNAL_ERROR' }));
  });

  it('says in the log which part of a response breaks its schema', () => {
    const row = Type.Object({ title: Type.String(), at: Type.String(), n: Type.Integer() });
    const serialize = compilers.serializer(Type.Object({ data: Type.Array(row) }));
    const causeOf = (data: object): string => {
      try {
        return serialize(data);
      } catch (error) {
        return String(((error as Error).cause as Error).message);
      }
    };
    const good = { title: 'a', at: new Date(0), n: 1 };
    expect(causeOf({ data: [good, { at: new Date(0), n: 2 }] })).toBe(
      "The response breaks the schema of its route: response/data/1 must have required property 'title'.",
    );
    expect(causeOf({ data: [good, { ...good, n: 'x' }] })).toContain('response/data/1/n must be integer');
    const broken = Object.defineProperty({}, 'data', {
      get: () => {
        throw new Error('of the application');
      },
    });
    expect(causeOf(broken)).toBe('of the application');
  });
});
