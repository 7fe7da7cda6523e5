import { Type } from 'typebox';
import { contract } from '../contract/index.ts';

export const apiDocsContracts = {
  get: contract({
    method: 'GET',
    url: '/v3/api-docs',
    auth: 'login',
    summary: 'The OpenAPI document of the host, and of the applications that the caller may use',
    schema: {},
    produces: 'application/json',
  }),
  groups: contract({
    method: 'GET',
    url: '/v3/api-docs/groups',
    auth: 'login',
    summary: 'The parts of the OpenAPI document',
    schema: { response: Type.Array(Type.Object({ name: Type.String(), url: Type.String() })) },
  }),
  group: contract({
    method: 'GET',
    url: '/v3/api-docs/:group',
    auth: 'login',
    summary: 'A part of the OpenAPI document',
    schema: { params: Type.Object({ group: Type.String() }) },
    produces: 'application/json',
  }),
};
