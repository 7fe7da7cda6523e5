import { Type } from 'typebox';
import { contract, OpenObject, oneOf } from '../contract/index.ts';
import { monitoring } from './monitoring.ts';

const text = Type.String();

/** What the host is made of, and what it has contained. (design 11.2, 16-33) */
export const supplyContracts = {
  incidents: monitoring(
    'GET',
    '/actuator/incidents',
    'What this host has contained lately, the newest first',
    {
      response: Type.Object({
        host: text,
        incidents: Type.Array(
          Type.Object({
            at: text,
            kind: oneOf('uncaught', 'stray', 'hold'),
            message: text,
            applications: Type.Array(text),
            certain: Type.Boolean({ description: 'Else the applications were at work, no more' }),
          }),
        ),
      }),
    },
  ),
  sboms: monitoring('GET', '/actuator/sbom', 'Names of the software bills of materials', {
    response: Type.Object({ ids: Type.Array(text) }),
  }),
  sbom: contract({
    method: 'GET',
    url: '/actuator/sbom/:id',
    auth: 'monitoring',
    summary: 'The software bill of materials of the host',
    schema: { params: Type.Object({ id: text }), response: OpenObject },
    produces: 'application/vnd.cyclonedx+json',
  }),
};
