/** What this application hears of others; it does without those that are not there. */
declare module '@platform/remote-app' {
  interface RemoteEvents {
    'hello:changed': object;
    'member:changed': { kind: 'added' | 'edited' | 'removed'; names: readonly string[] };
  }
}

export {};
