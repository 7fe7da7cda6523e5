import { Plus } from '@element-plus/icons-vue';
import type { RemoteRuntime } from '@platform/remote-app';
import { useItemForm } from './stores/item-form.ts';

/** What can be done from anywhere in the shell. */
export function registerCommands({ commands, i18n, pinia, router }: RemoteRuntime): void {
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
