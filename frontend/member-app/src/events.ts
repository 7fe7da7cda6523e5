/** Events for other applications. */
declare module '@platform/remote-app' {
  interface RemoteEvents {
    'member:changed': { kind: 'added' | 'edited' | 'removed'; names: readonly string[] };
  }
}

export {};
