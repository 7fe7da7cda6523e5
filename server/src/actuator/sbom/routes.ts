import { supplyContracts, type IncidentRecord } from '@platform/host-api';
import { HOST_ID } from '../../data/index.ts';
import { INCIDENT_STORE } from '../../incidents/index.ts';
import { defineRoute, type ModuleContext, type Route } from '../../kernel/index.ts';
import { INCIDENTS, type Incident } from '../../plugin-runtime/index.ts';
import { missingBill, Sbom } from './sbom.ts';

/** Name of the only bill, which is that of Spring Boot's. */
const OWN = 'application';
/** Incidents that are shown. */
const SHOWN = 100;

/** `/actuator/incidents` and `/actuator/sbom`. (design 11.2, 16-33) */
export function supplyRoutes(ctx: ModuleContext): Route[] {
  const incidents = ctx.use(INCIDENTS);
  const store = ctx.use(INCIDENT_STORE);
  const latest = async () => (await store.since(new Date(0), SHOWN)).map(recordJson);
  const host = ctx.use(HOST_ID);
  const sbom = new Sbom(import.meta.dirname);
  return [
    defineRoute({
      ...supplyContracts.incidents,
      handler: async () => ({
        host,
        // The database has them of all hosts, and of earlier processes.
        incidents: await latest().catch(() => incidents.recent.map(incidentJson)),
      }),
    }),
    defineRoute({ ...supplyContracts.sboms, handler: () => ({ ids: [OWN] }) }),
    defineRoute({
      ...supplyContracts.sbom,
      handler: ({ params: { id } }) => {
        if (id !== OWN) throw missingBill(`${id} is not a name of one; ${OWN} is`);
        return sbom.read();
      },
    }),
  ];
}

/** Unknown facts are left out of the answer. */
const incidentJson = ({ suspects, application, ...facts }: Incident) => ({
  ...facts,
  applications: suspects.map((suspect) => suspect.application),
  certain: application !== undefined,
});

const recordJson = ({ suspects, appCode, at, host, kind, message, ...facts }: IncidentRecord) => ({
  at,
  host,
  kind,
  message,
  applications: suspects.map((suspect) => suspect.application),
  certain: appCode !== null,
  ...known(facts),
});

/** Without what is null. */
const known = <T extends object>(facts: T): { [K in keyof T]?: NonNullable<T[K]> } =>
  Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== null)) as {
    [K in keyof T]?: NonNullable<T[K]>;
  };
