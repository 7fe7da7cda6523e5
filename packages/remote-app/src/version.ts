/** Version of the runtime API; applications require a range of it in `remote.json`. */
export const RUNTIME_API_VERSION = '1.0.0';
