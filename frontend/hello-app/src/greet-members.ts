import type { RemoteRuntime } from '@platform/remote-app';

declare module '@platform/remote-app' {
  interface RemoteEvents {
    /** Event of the application `member`, which need not be installed. */
    'member:changed': { kind: 'added' | 'edited' | 'removed'; names: readonly string[] };
  }
}

/** Greets new members on any page. */
export function greetMembers({ events, i18n, notify }: RemoteRuntime): void {
  events.on('member:changed', ({ kind, names }) => {
    if (kind === 'added') notify.success(i18n.t('demo.newMember', { names: names.join(', ') }));
  });
}
