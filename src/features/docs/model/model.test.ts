// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { operationsOf, type OpenApi } from './openapi.ts';
import { addressOf, curlOf, missingIn } from './request.ts';
import { exampleOf, fieldsOf, typeOf } from './schema.ts';

const document: OpenApi = {
  paths: {
    '/hello/item/{id}': {
      put: {
        summary: 'Change an item',
        description: 'Needs the permission hello:item:edit.',
        parameters: [
          { name: 'id', in: 'path', required: true, schema: { type: 'integer' } },
          { name: 'quiet', in: 'query', schema: { type: 'boolean' } },
          { name: 'X-CSRF-Token', in: 'header' },
        ],
        requestBody: {
          content: {
            'application/json': {
              schema: {
                type: 'object',
                required: ['title', 'state'],
                properties: {
                  title: { type: 'string', description: 'Shown in lists' },
                  state: { enum: ['open', 'done'] },
                  tags: {
                    type: 'array',
                    items: { type: 'object', properties: { name: { type: 'string' } } },
                  },
                },
              },
            },
          },
        },
        responses: { 200: { content: { 'application/json': { schema: { type: 'object' } } } } },
        security: [{ bearer: [] }, { cookie: [] }],
      },
    },
    '/actuator/info': { get: { security: [{ monitoring: [] }] } },
    '/auth/site': { get: { security: [] } },
  },
};

describe('design 12: the reader of API documents', () => {
  const operations = operationsOf(document);
  const change = operations.find(({ method }) => method === 'PUT')!;

  it('says summaries in other words where it has them', () => {
    const inWords = operationsOf(document, { [change.summary]: '修改事项' });
    expect(inWords.map(({ summary }) => summary)).toEqual(['', '', '修改事项']);
  });

  it('lists operations by path, with who may call them', () => {
    expect(operations.map(({ key, access }) => [key, access])).toEqual([
      ['GET /actuator/info', 'monitoring'],
      ['GET /auth/site', 'public'],
      ['PUT /hello/item/{id}', 'login'],
    ]);
    expect(change.parameters.map(({ name, place, required, type }) => [name, place, required, type])).toEqual(
      [
        ['id', 'path', true, 'integer'],
        ['quiet', 'query', false, 'boolean'],
      ],
    );
  });

  it('shows the fields of a payload, and a body to begin with', () => {
    const { schema } = change.body!;
    expect(fieldsOf(schema).map(({ name, type, required }) => [name, type, required])).toEqual([
      ['title', 'string', true],
      ['state', '"open" | "done"', true],
      ['tags', 'object[]', false],
      ['tags[].name', 'string', false],
    ]);
    expect(exampleOf(schema)).toEqual({ title: '', state: 'open' });
    expect(typeOf({ anyOf: [{ type: 'string' }, { type: 'null' }] })).toBe('string | null');
  });

  it('follows references, also one that holds itself, and joins the parts of a schema', () => {
    const [read] = operationsOf({
      paths: {
        '/tree': {
          get: {
            'x-permission': 'shop:tree:list',
            responses: {
              200: {
                content: {
                  'application/json': {
                    schema: { type: 'array', items: { $ref: '#/components/schemas/Node' } },
                  },
                },
              },
            },
          },
        },
      },
      components: {
        schemas: {
          Named: { type: 'object', required: ['name'], properties: { name: { type: 'string' } } },
          Node: {
            allOf: [
              { $ref: '#/components/schemas/Named' },
              {
                properties: {
                  nodes: { type: 'array', items: { $ref: '#/components/schemas/Node' } },
                  size: { anyOf: [{ type: 'integer' }, { $ref: 'elsewhere.json' }] },
                },
              },
            ],
          },
        },
      },
    });
    const schema = read?.answer?.schema ?? {};
    expect(read?.permission).toBe('shop:tree:list');
    expect(fieldsOf(schema).map(({ name, depth, type, required }) => [name, depth, type, required])).toEqual([
      ['[].name', 0, 'string', true],
      ['[].nodes', 0, 'object[]', false],
      ['[].size', 0, 'integer | any', false],
    ]);
    expect(exampleOf(schema, 'all')).toEqual([{ name: '', nodes: [{}], size: 0 }]);
    expect(exampleOf(schema)).toEqual([]);
  });

  it('is copied as curl with $TOKEN, safely quoted', () => {
    const typed = { values: { id: '7', quiet: 'true' }, body: `{"title":"it's"}` };
    expect(curlOf(change, typed, 'https://host/prod-api')).toBe(
      `curl -X PUT -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' -d '{"title":"it'\\''s"}' 'https://host/prod-api/hello/item/7?quiet=true'`,
    );
    expect(curlOf(operations[0]!, { values: {}, body: '' }, '')).toBe(`curl -u "$MONITOR" '/actuator/info'`);
  });

  it('does not send a path with a gap', () => {
    expect(missingIn(change, {})).toEqual(['id']);
    expect(addressOf(change, { id: 'a/b' })).toBe('/hello/item/a%2Fb');
  });
});
