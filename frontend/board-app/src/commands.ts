import type { RemoteRuntime } from '@platform/remote-app';
import { PERIODS } from './composables/use-period.ts';
import type { Views } from './runtime.ts';

/** Commands that open the board for each period. */
export function registerCommands({ commands, i18n, router }: RemoteRuntime<Views>): void {
  for (const days of PERIODS) {
    commands.register({
      id: `last-${days}`,
      title: () => i18n.t('command', { days }),
      permission: 'board:overview:view',
      run: () => router.push({ view: 'overview', query: { days: String(days) } }),
    });
  }
}
