import type { PlatformNode } from '@platform/host-api';
import { NODE_REGISTRY } from '../../cluster/index.ts';
import {
  CLUSTER_BUS,
  LOG_LEVELS,
  LogLevels,
  type LoggerLevel,
  type LogThreshold,
} from '../../infra/index.ts';
import type { ModuleContext } from '../../kernel/index.ts';
import { TimedLevels, unknownLogger } from './timed-levels.ts';

const TOPIC = 'loggers';

/** A level that an operator has set for the whole platform. */
interface LevelSet {
  readonly name: string;
  /** Missing where it goes back to what is above. */
  readonly level?: LogThreshold;
  readonly duration?: string;
}

/** Levels of loggers, of this host or of all. */
export interface PlatformLevels {
  list(): readonly LoggerLevel[];
  /** @throws LOGGER_UNKNOWN (404) */
  get(name: string): LoggerLevel;
  /** Sets a level on this host. @throws as {@link TimedLevels.set} */
  set(name: string, level: LogThreshold | undefined, duration?: string): void;
  /** Sets a level on each host that lives. @throws as {@link TimedLevels.set} */
  setEverywhere(name: string, level: LogThreshold | undefined, duration?: string): Promise<PlatformNode[]>;
}

/** Follows what other hosts tell, as long as this one runs. */
export function platformLevels(ctx: ModuleContext): PlatformLevels {
  const levels = ctx.services.find(LOG_LEVELS) ?? new LogLevels(ctx.config.logging.level);
  const timed = new TimedLevels(levels);
  const bus = ctx.use(CLUSTER_BUS);
  const nodes = ctx.use(NODE_REGISTRY);
  ctx.onDispose(() => timed.close());
  ctx.onDispose(
    bus.subscribe(TOPIC, {
      heard: (body) => {
        const { name, level, duration } = body as LevelSet;
        timed.follow(name, level, duration);
      },
      // Levels are no state of the platform: a host that starts has those of its configuration.
      missed: () => undefined,
    }),
  );
  return {
    list: () => levels.list(),
    get: (name) => {
      if (!levels.knows(name)) throw unknownLogger(name);
      return levels.get(name);
    },
    set: (name, level, duration) => timed.set(name, level, duration),
    setEverywhere: async (name, level, duration) => {
      timed.set(name, level, duration);
      const told: LevelSet = {
        name,
        ...(level === undefined ? {} : { level }),
        ...(duration === undefined ? {} : { duration }),
      };
      bus.publish(TOPIC, told);
      return (await nodes.list()).filter(({ state }) => state !== 'gone');
    },
  };
}
