import { Type } from 'typebox';
import { contract, Id, Nothing } from '../contract/index.ts';

const own = '/system/user/profile/avatar';

/** Pictures of people. (design 16-20) */
export const avatarContracts = {
  get: contract({
    method: 'GET',
    url: '/system/user/avatar/:tenantId/:ossId',
    auth: 'login',
    summary: 'The picture of a person',
    schema: { params: Type.Object({ tenantId: Type.String({ maxLength: 20 }), ossId: Id }) },
    produces: 'application/octet-stream',
  }),
  replace: contract({
    method: 'POST',
    url: own,
    auth: 'login',
    ofPerson: true,
    summary: 'Replace the own picture: PNG, JPEG or WebP, as the field `file` of a multipart form',
    schema: { response: Type.Object({ avatar: Type.String({ description: 'Its address' }) }) },
    consumes: 'multipart/form-data',
  }),
  remove: contract({
    method: 'DELETE',
    url: own,
    auth: 'login',
    ofPerson: true,
    summary: 'Remove the own picture',
    schema: { response: Nothing },
  }),
};
