import { Type } from 'typebox';
import { contract, nullableText, oneOf, type DataOf } from '../contract/index.ts';

export const ConfiguredProviderSchema = Type.Object({
  id: Type.String(),
  name: Type.String(),
  issuer: Type.String(),
  clientId: Type.String(),
  secretSet: Type.Boolean({ description: 'The secret itself is in no answer' }),
  scopes: Type.String(),
  tenant: Type.String({ description: 'Tenant of the users' }),
  match: oneOf('none', 'email', 'user-name'),
  create: Type.Boolean(),
  roles: Type.Array(Type.Object({ claim: Type.String(), role: Type.String() })),
  secondFactor: Type.Boolean(),
  logout: Type.Boolean(),
  redirectAddress: Type.String({ description: 'To register at the provider' }),
  logoutAddress: Type.String({ description: 'To register at the provider, where logout is on' }),
  backchannelAddress: Type.String({
    description: 'To register at the provider, so that a logout there ends sessions here',
  }),
});

export const ProviderCheckSchema = Type.Object({
  reached: Type.Boolean(),
  problem: nullableText(),
  endsSessions: Type.Boolean({ description: 'Has an end_session_endpoint' }),
  pkce: Type.Boolean({ description: 'Names S256 among its code challenge methods' }),
});

/** The login providers of the platform, for its own administrators. (design 11.7) */
export const configuredProviderContracts = {
  list: contract({
    method: 'GET',
    url: '/system/loginProvider',
    auth: 'system:loginProvider:list',
    summary: 'The login providers as they are configured, without their secrets',
    schema: { response: Type.Array(ConfiguredProviderSchema) },
  }),
  check: contract({
    method: 'POST',
    url: '/system/loginProvider/:provider/check',
    auth: 'system:loginProvider:query',
    summary: 'Read the metadata of a login provider now, and say whether it can be used',
    schema: {
      params: Type.Object({ provider: Type.String({ pattern: '^[a-z][a-z0-9-]{0,31}$' }) }),
      response: ProviderCheckSchema,
    },
  }),
};

export type ConfiguredProvider = DataOf<typeof ConfiguredProviderSchema>;
export type ProviderCheck = DataOf<typeof ProviderCheckSchema>;
