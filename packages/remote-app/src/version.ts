/** Version of the runtime API that this package describes; a remote states the range it needs in `remote.json`. */
export const RUNTIME_API_VERSION = '1.0.0';
