import { Plus } from '@lucide/vue';
import type { RemoteRuntime } from '@platform/remote-app';
import type { Views } from './runtime.ts';
import { useItemForm } from './stores/item-form.ts';

/** Commands of the application. */
export function registerCommands({ commands, i18n, pinia, router }: RemoteRuntime<Views>): void {
  commands.register({
    id: 'add',
    title: () => i18n.t('action.add'),
    icon: Plus,
    permission: 'hello:item:add',
    async run() {
      await router.push({ view: 'list' });
      useItemForm(pinia).show();
    },
  });
}
