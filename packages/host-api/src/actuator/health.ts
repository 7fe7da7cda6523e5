import { Type } from 'typebox';
import { OpenObject, oneOf } from '../contract/index.ts';
import { monitoring } from './monitoring.ts';

const HealthStatusSchema = oneOf('UP', 'DOWN', 'OUT_OF_SERVICE', 'UNKNOWN');

/** One part of the platform. */
export const ComponentHealthSchema = Type.Object({
  status: HealthStatusSchema,
  details: Type.Optional(OpenObject),
});

export const HealthSchema = Type.Object({
  status: HealthStatusSchema,
  components: Type.Record(Type.String(), ComponentHealthSchema),
  groups: Type.Optional(Type.Array(Type.String())),
});

/** `/actuator/health`; 503 unless the status is UP or UNKNOWN. (spec: Monitoring endpoints) */
export const healthContracts = {
  health: monitoring('GET', '/actuator/health', 'Health of the host and of all its parts', {
    response: HealthSchema,
  }),
  liveness: monitoring('GET', '/actuator/health/liveness', 'Whether the process should keep running', {
    response: HealthSchema,
  }),
  readiness: monitoring('GET', '/actuator/health/readiness', 'Whether the host should receive requests', {
    response: HealthSchema,
  }),
  component: monitoring('GET', '/actuator/health/:path', 'Health of one part', {
    params: Type.Object({ path: Type.String() }),
    response: ComponentHealthSchema,
  }),
};
