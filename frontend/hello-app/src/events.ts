/** Events for other applications. */
declare module '@platform/remote-app' {
  interface RemoteEvents {
    /** Items were added, changed or deleted. */
    'hello:changed': object;
  }
}

export {};
