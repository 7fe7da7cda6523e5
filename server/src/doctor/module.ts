import { doctorContracts } from '@platform/host-api';
import {
  CLOCK,
  defineModule,
  defineRoute,
  HTTP,
  ofPlatformTenant,
  systemClock,
  type Module,
} from '../kernel/index.ts';
import { DATABASE, STORED_SECRETS } from '../data/index.ts';
import { STORED_OBJECTS } from '../system/index.ts';
import { examine } from './examine.ts';

/** `/system/doctor`: examines the host while it runs. (design 11.6) */
export const doctorModule: Module = defineModule({
  name: 'doctor',
  depends: ['http', 'data', 'system'],
  setup(ctx) {
    const clock = ctx.services.find(CLOCK) ?? systemClock;
    const data = {
      database: ctx.use(DATABASE),
      storage: () => ctx.use(STORED_OBJECTS).check(),
      unreadableSecrets: () => ctx.use(STORED_SECRETS).unreadable(),
    };
    const surroundings = {
      config: ctx.config,
      nodeVersion: process.versions.node,
      environment: process.env,
      now: () => clock.now(),
      data: () => Promise.resolve(data),
    };
    ctx
      .use(HTTP)
      .routes(
        ofPlatformTenant([defineRoute({ ...doctorContracts.examine, handler: () => examine(surroundings) })]),
      );
  },
});
