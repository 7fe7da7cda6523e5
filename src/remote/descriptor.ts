/** One enabled application with a frontend, as `GET /app/runtime/remote-apps` lists it (spec: Marketplace endpoints, 8). */
export interface RemoteAppDescriptor {
  code: string;
  name: string;
  version: string;
  /** `/remote-apps/<code>/index.js?v=<version>` (spec: V4). */
  entry: string;
  icon?: string;
  /** Shared module → range the remote needs of the host's version. */
  shared?: Record<string, string>;
  /** Range of the runtime API the remote needs. */
  runtimeApi?: string;
  /** Set where a development build is served in place of the installed one; another one for each build (design 5.4). */
  build?: string;
}
