/**
 * An enabled application with a frontend, as listed by `GET /app/runtime/remote-apps`
 * (spec: Marketplace endpoints, 8).
 */
export interface RemoteAppDescriptor {
  code: string;
  name: string;
  /** The name in other languages. */
  names?: Readonly<Record<string, string>> | undefined;
  version: string;
  /** `/remote-apps/<code>/index.js?v=<version>` (spec: V4). */
  entry: string;
  icon?: string;
  /** Shared module → version range that the application requires. */
  shared?: Record<string, string>;
  /** Version range of the runtime API that the application requires. */
  runtimeApi?: string;
  /** Id of the development build that replaces the installed one (design 5.4). */
  build?: string;
  /** Its backend is kept out, because it harmed the platform. */
  quarantined?: boolean;
}
