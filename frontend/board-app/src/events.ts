/** Events of other applications, which need not be installed. */
declare module '@platform/remote-app' {
  interface RemoteEvents {
    'hello:changed': object;
    'member:changed': { kind: 'added' | 'edited' | 'removed'; names: readonly string[] };
  }
}

export {};
