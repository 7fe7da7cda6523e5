import { Type } from 'typebox';
import { contract, Nothing, type DataOf } from '../contract/index.ts';

/** The tenant that the session looks into. */
export const ActingSchema = Type.Object({
  mayWrite: Type.Boolean({ description: 'Requests may change data of the tenant' }),
  isOver: Type.Boolean({ description: 'The tenant is disabled, expired or removed: only leaving is left' }),
  withheld: Type.Optional(
    Type.Array(Type.String(), {
      description:
        'How permissions begin that hold in the own tenant alone, whatever the roles are; hosts of former versions leave it out',
    }),
  ),
});

/** `/auth/acting`: administrators of the platform look into a tenant. (design 12.1-4) */
export const actingContracts = {
  enter: contract({
    method: 'POST',
    url: '/auth/acting',
    auth: 'system:tenant:query',
    ofPerson: true,
    summary: 'Look into a tenant with this session, without changing anything',
    schema: {
      body: Type.Object({ tenantId: Type.String({ minLength: 1, maxLength: 20 }) }),
      response: Nothing,
    },
  }),
  allowChanges: contract({
    method: 'PUT',
    url: '/auth/acting',
    auth: 'login',
    ofPerson: true,
    summary: 'Allow changes in the tenant, which needs a fresh proof, or allow them no longer',
    schema: { body: Type.Object({ mayWrite: Type.Boolean() }), response: Nothing },
  }),
  leave: contract({
    method: 'DELETE',
    url: '/auth/acting',
    auth: 'login',
    ofPerson: true,
    summary: 'Leave the tenant: the session works in its own again',
    schema: { response: Nothing },
  }),
};

export type Acting = DataOf<typeof ActingSchema>;
