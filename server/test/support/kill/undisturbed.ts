import { LocalPlatform } from './local-platform.ts';
import { OPERATIONS, publishVersions } from './operations.ts';
import type { PlatformState } from './platform-state.ts';

/** The state after each operation when nothing disturbs it; equal on every database. */
export async function undisturbedStates(): Promise<PlatformState[]> {
  const platform = await LocalPlatform.create();
  try {
    await publishVersions(platform);
    const states: PlatformState[] = [];
    for (const { work } of OPERATIONS) {
      await work(platform);
      states.push(await platform.state());
    }
    return states;
  } finally {
    await platform.remove();
  }
}
