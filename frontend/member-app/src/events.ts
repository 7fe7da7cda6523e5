/** What other applications may hear of this one. */
declare module '@platform/remote-app' {
  interface RemoteEvents {
    'member:changed': { kind: 'added' | 'edited' | 'removed'; names: readonly string[] };
  }
}

export {};
