import { Type } from 'typebox';
import { contract, Id, Nothing } from '../contract/index.ts';

export const undoContracts = {
  undo: contract({
    method: 'POST',
    url: '/system/undo/:undoId',
    auth: 'login',
    summary: 'Put back the record that the caller has removed a moment ago',
    schema: { params: Type.Object({ undoId: Id }), response: Nothing },
  }),
};
