import { Type } from 'typebox';
import {
  Changed,
  contract,
  Id,
  IdsParams,
  listContracts,
  nullableText,
  PERMISSION_PATTERN,
  text,
  Time,
  type DataOf,
} from '../contract/index.ts';

export const ScriptTokenSchema = Type.Object({
  tokenId: Id,
  name: Type.String(),
  userId: Id,
  userName: Type.String(),
  scopes: Type.Array(Type.String(), { description: 'Permissions, as far as the owner has them' }),
  expires: Time,
  lastUsed: nullableText(),
  lastIp: Type.Unsafe<string | null>({
    type: ['string', 'null'],
    description: 'Address from which it was used last',
  }),
  createTime: Time,
});

export const ScriptTokenFilterSchema = Type.Object({
  name: Type.Optional(Type.String()),
  userName: Type.Optional(Type.String()),
});

const scope = Type.String({
  maxLength: 100,
  pattern: String.raw`${PERMISSION_PATTERN.source}|^\*:\*:\*$`,
});

export const NewScriptTokenSchema = Type.Object({
  name: text(100),
  scopes: Type.Array(scope, { minItems: 1, maxItems: 200, uniqueItems: true }),
  expiresInDays: Type.Integer({ minimum: 1, maximum: 366 }),
});

export const BriefTokenSchema = Type.Object({
  name: text(100),
  scopes: NewScriptTokenSchema.properties.scopes,
});

/** Minutes for which a brief token is good. */
export const BRIEF_TOKEN_MINUTES = 15;

/** Tokens with which scripts act for a user. (design 11.7, 16-19) */
export const scriptTokenContracts = {
  own: contract({
    method: 'GET',
    url: '/system/user/profile/tokens',
    auth: 'login',
    ofPerson: true,
    summary: 'The own tokens for scripts',
    schema: { response: Type.Array(ScriptTokenSchema) },
  }),
  issue: contract({
    method: 'POST',
    url: '/system/user/profile/tokens',
    auth: 'login',
    ofPerson: true,
    summary: 'Issue a token for scripts; only this answer holds it. Needs a fresh proof',
    schema: {
      body: NewScriptTokenSchema,
      response: Type.Object({ ...ScriptTokenSchema.properties, token: Type.String() }),
    },
  }),
  issueBrief: contract({
    method: 'POST',
    url: '/system/user/profile/tokens/brief',
    auth: 'login',
    ofPerson: true,
    summary: 'Issue a token for 15 minutes, to try something; only this answer holds it. Needs a fresh proof',
    schema: {
      body: BriefTokenSchema,
      response: Type.Object({ ...ScriptTokenSchema.properties, token: Type.String() }),
    },
  }),
  revokeOwn: contract({
    method: 'DELETE',
    url: '/system/user/profile/tokens/:ids',
    auth: 'login',
    ofPerson: true,
    summary: 'Revoke own tokens, at once',
    schema: { params: IdsParams, response: Changed },
  }),
  ...listContracts({
    url: '/system/token',
    auth: 'system:token:list',
    summary: 'Tokens for scripts of all users of the tenant',
    filter: ScriptTokenFilterSchema,
    row: ScriptTokenSchema,
  }),
  removeOfUser: contract({
    method: 'DELETE',
    url: '/system/token/user/:userId',
    auth: 'system:token:remove',
    summary: 'Revoke all tokens of a user of the tenant, at once',
    schema: { params: Type.Object({ userId: Id }), response: Changed },
  }),
  remove: contract({
    method: 'DELETE',
    url: '/system/token/:ids',
    auth: 'system:token:remove',
    summary: 'Revoke tokens of any user of the tenant, at once',
    schema: { params: IdsParams, response: Changed },
  }),
};

export type ScriptToken = DataOf<typeof ScriptTokenSchema>;
export type NewScriptToken = DataOf<typeof NewScriptTokenSchema>;
