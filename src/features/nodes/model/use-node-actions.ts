import type { PlatformNode } from '@platform/host-api';
import type { RowAction } from '@platform/remote-app/ui';
import { useI18n } from 'vue-i18n';
import { useConfirm, useErrorText, useNotices } from '@/shared/feedback';
import { useHttp } from '@/shared/http';
import { useSessionStore } from '@/shared/session';
import { createNodesApi } from '../api/nodes-api.ts';

/** Actions on a host: take it out of service, and return it. `changed` reads it anew. */
export function useNodeActions(changed: () => void): (node: PlatformNode) => RowAction[] {
  const { t } = useI18n();
  const session = useSessionStore();
  const confirm = useConfirm();
  const notices = useNotices();
  const describe = useErrorText();
  const nodes = createNodesApi(useHttp());

  async function drain({ nodeId, machine }: PlatformNode): Promise<void> {
    const done = await confirm({
      title: t('nodes.drain.title', { machine }),
      consequences: [t('nodes.drain.consequence')],
      action: t('nodes.drain.action'),
      run: async () => void (await nodes.drain(nodeId)),
    });
    if (done) told('nodes.drain.done', machine);
  }

  async function putBack({ nodeId, machine }: PlatformNode): Promise<void> {
    try {
      await nodes.return(nodeId);
      told('nodes.return.done', machine);
    } catch (error) {
      notices.show('bad', describe(error).message);
    }
  }

  function told(key: string, machine: string): void {
    notices.show('good', t(key, { machine }));
    changed();
  }

  return (node) => {
    const mayEdit = session.can('monitor:node:edit');
    return [
      {
        key: 'drain',
        label: t('nodes.drain.short'),
        when: mayEdit && node.state === 'live',
        run: () => void drain(node),
      },
      {
        key: 'return',
        label: t('nodes.return.short'),
        when: mayEdit && node.state === 'draining',
        run: () => void putBack(node),
      },
    ];
  };
}
