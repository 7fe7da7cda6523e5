import { supplyContracts } from '@platform/host-api';
import { HOST_ID } from '../../data/index.ts';
import { defineRoute, type ModuleContext, type Route } from '../../kernel/index.ts';
import { INCIDENTS } from '../../plugin-runtime/index.ts';
import { missingBill, Sbom } from './sbom.ts';

/** Name of the only bill, which is that of Spring Boot's. */
const OWN = 'application';

/** `/actuator/incidents` and `/actuator/sbom`. (design 11.2, 16-33) */
export function supplyRoutes(ctx: ModuleContext): Route[] {
  const incidents = ctx.use(INCIDENTS);
  const host = ctx.use(HOST_ID);
  const sbom = new Sbom(import.meta.dirname);
  return [
    defineRoute({
      ...supplyContracts.incidents,
      handler: () => ({
        host,
        incidents: incidents.recent.map((incident) => ({
          ...incident,
          applications: [...incident.applications],
        })),
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
