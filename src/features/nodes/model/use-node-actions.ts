import type { PlatformNode } from '@platform/host-api';
import type { RowAction } from '@platform/remote-app/ui';
import { useI18n } from 'vue-i18n';
import { useConfirm, useNotices } from '@/shared/feedback';
import { useAttempts } from '@/shared/feedback/use-attempts.ts';
import { useHttp } from '@/shared/http';
import { useSessionStore } from '@/shared/session';
import { createNodesApi } from '../api/nodes-api.ts';

/** Actions on a host: take it out of service, and return it. `changed` reads it again. */
export function useNodeActions(changed: () => void): (node: PlatformNode) => RowAction[] {
  const { t } = useI18n();
  const session = useSessionStore();
  const confirm = useConfirm();
  const notices = useNotices();
  const { attempt } = useAttempts();
  const nodes = createNodesApi(useHttp());

  /** The list shows a page of the hosts, as they were seconds ago. */
  async function isOnlyOne(nodeId: string): Promise<boolean> {
    const all = await nodes.all(new AbortController().signal);
    return !all.some((other) => other.nodeId !== nodeId && other.state === 'live');
  }

  async function drain({ nodeId, machine }: PlatformNode): Promise<void> {
    await attempt(`drain ${nodeId}`, async () => {
      const isOnly = await isOnlyOne(nodeId);
      const done = await confirm({
        title: t('nodes.drain.title', { machine }),
        consequences: isOnly
          ? [t('nodes.drain.only'), t('nodes.drain.onlyConsequence')]
          : [t('nodes.drain.consequence')],
        action: t('nodes.drain.action'),
        danger: isOnly,
        run: async () => void (await nodes.drain(nodeId)),
      });
      if (done) report('nodes.drain.done', machine);
    });
  }

  async function putBack({ nodeId, machine }: PlatformNode): Promise<void> {
    if (await attempt(`return ${nodeId}`, () => nodes.return(nodeId))) report('nodes.return.done', machine);
  }

  function report(key: string, machine: string): void {
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
