import { Type } from 'typebox';
import { contract, OpenObject } from '../contract/index.ts';
import { incidentKind } from '../incidents/incident-kind.ts';
import { monitoring } from './monitoring.ts';

const text = Type.String();

/** Bill of materials and contained incidents of the host. (design 11.2, 16-33) */
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
            host: text,
            kind: incidentKind,
            message: text,
            applications: Type.Array(text),
            certain: Type.Boolean({ description: 'Else the applications were at work, no more' }),
            version: Type.Optional(text),
            function: Type.Optional(text),
            place: Type.Optional(Type.String({ description: "In the application's sources" })),
            caller: Type.Optional(text),
            durationMs: Type.Optional(Type.Number()),
            requestId: Type.Optional(text),
            pid: Type.Optional(Type.Integer({ description: 'Process that ended' })),
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
