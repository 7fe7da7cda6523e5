/** What other applications may hear of this one. */
declare module '@platform/remote-app' {
  interface RemoteEvents {
    /** Items were added, edited or deleted. */
    'hello:changed': object;
  }
}

export {};
