import { serviceToken } from './service.ts';

/** A file of a remote application, by what a browser asks for. */
export interface RemoteFileRequest {
  readonly appCode: string;
  /** Path within the application's frontend. */
  readonly path: string;
  /** `?v=` of the entry's address; undefined where the address has none. (spec: V4) */
  readonly version?: string | undefined;
}

/** Finds the frontend files of applications on this host's disk. */
export interface RemoteFiles {
  /**
   * @returns path below the folder of remote applications; undefined where this host has no such
   *   file of that version
   */
  locate(request: RemoteFileRequest): Promise<string | undefined>;
}

export const REMOTE_FILES = serviceToken<RemoteFiles>('remote files');
