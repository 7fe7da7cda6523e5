import { CLUSTER_BUS } from '../infra/index.ts';
import type { ModuleContext } from '../kernel/index.ts';
import type { MarketParts } from './compose-parts.ts';

const TOPIC = 'load-again';

/**
 * Loads again what an operator has let out of quarantine on another host. (design 10.3, 10.7-9)
 *
 * A load that fails here is shown on the application's page, as after a start.
 *
 * @returns tells the other hosts that an application is let out
 */
export function followReleases(
  ctx: ModuleContext,
  { backends, placement }: Pick<MarketParts, 'backends' | 'placement'>,
): (appCode: string) => void {
  const bus = ctx.use(CLUSTER_BUS);
  const jarOf = async (appCode: string): Promise<string | null> =>
    backends.quarantined(appCode) ? ((await placement.placed(appCode))?.jar ?? null) : null;
  const received = async (body: unknown): Promise<void> => {
    const { appCode } = body as { readonly appCode: string };
    const jar = await jarOf(appCode);
    if (jar !== null) await backends.loadAgain(appCode, jar);
  };
  // Versions released meanwhile are no longer among those to keep out.
  const missed = async (): Promise<void> => {
    for (const appCode of backends.quarantinedCodes) {
      const jar = await jarOf(appCode);
      if (jar !== null && !(await backends.keepOut(appCode, jar))) await backends.load(appCode, jar);
    }
  };
  ctx.onDispose(bus.subscribe(TOPIC, { received, missed }));
  return (appCode) => bus.publish(TOPIC, { appCode });
}
