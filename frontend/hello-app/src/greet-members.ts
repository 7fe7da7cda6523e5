import type { RemoteRuntime } from '@platform/remote-app';

declare module '@platform/remote-app' {
  interface RemoteEvents {
    /** Of the application `member`; nothing is heard where it is not there. */
    'member:changed': { kind: 'added' | 'edited' | 'removed'; names: readonly string[] };
  }
}

/** Says hello to new members, whatever page is in front. */
export function greetMembers({ events, i18n, notify }: RemoteRuntime): void {
  events.on('member:changed', ({ kind, names }) => {
    if (kind === 'added') notify.success(i18n.t('demo.newMember', { names: names.join(', ') }));
  });
}
