import { pageOf } from '@platform/plugin-sdk/web';
import { Type } from 'typebox';
import { contract, Id, nullableText, oneOf, Time, TimeRange, type DataOf } from '../contract/index.ts';
import { incidentKind } from './incident-kind.ts';

const code = Type.String({ maxLength: 32 });

export const IncidentSchema = Type.Object({
  incidentId: Id,
  at: Time,
  /** Name of the host or worker. */
  host: Type.String(),
  kind: incidentKind,
  /** The certain culprit. */
  appCode: nullableText(),
  version: nullableText(),
  /** Empty for tenants other than the platform's own. */
  message: Type.String(),
  function: nullableText(),
  /** In the application's own sources. */
  place: nullableText(),
  caller: nullableText(),
  durationMs: Type.Unsafe<number | null>({ type: ['integer', 'null'] }),
  requestId: nullableText(),
  /** The culprit alone, or the applications that were at work. */
  suspects: Type.Array(Type.Object({ application: Type.String(), version: nullableText() })),
});

/** `/app/incident`: what applications did to hosts. (design 10.3) */
export const incidentContracts = {
  list: contract({
    method: 'GET',
    url: '/app/incident/list',
    auth: 'app:install:list',
    summary: "Incidents of the tenant's applications, the latest first",
    schema: {
      query: Type.Object({
        appCode: Type.Optional(code),
        kind: Type.Optional(incidentKind),
        host: Type.Optional(Type.String({ maxLength: 64, description: 'Of one host, by its `hostId`' })),
        ...TimeRange,
      }),
      response: pageOf(IncidentSchema),
    },
  }),
  get: contract({
    method: 'GET',
    url: '/app/incident/:incidentId',
    auth: 'app:install:list',
    summary: 'One incident',
    schema: { params: Type.Object({ incidentId: Id }), response: IncidentSchema },
  }),
  loadAgain: contract({
    method: 'POST',
    url: '/app/runtime/applications/:appCode/load',
    auth: 'app:install:edit',
    summary: 'Ends the quarantine of an application and loads it',
    schema: {
      params: Type.Object({ appCode: code }),
      response: Type.Object({ state: oneOf('loaded'), version: Type.String() }),
    },
  }),
};

export type IncidentRecord = DataOf<typeof IncidentSchema>;
