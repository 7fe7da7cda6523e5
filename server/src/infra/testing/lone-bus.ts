import { silentLogger } from '../../kernel/index.ts';
import type { ClusterBus } from '../bus/cluster-bus.ts';
import { LocalBus } from '../bus/local-bus.ts';

/** The bus of a host that is alone. */
export const loneBus = (): ClusterBus => new LocalBus().join(silentLogger);
