/** Texts of failures with `details.params`, by code. */
export default {
  OIDC_UNAVAILABLE: {
    message: 'The login provider does not answer.',
    fix: 'Try again in a moment, or log in with a password.',
  },
  OIDC_REFUSED: {
    message: 'The login provider did not confirm the login.',
    fix: 'Try again. If the problem persists, ask an administrator to look at the log.',
  },
  OIDC_CANCELLED: {
    message: 'The login at the provider was cancelled, or the provider does not let you in.',
    fix: 'Try again, or log in in another way. If the problem persists, ask an administrator.',
  },
  OIDC_NOT_FRESH: {
    message: 'The login provider did not ask for your credentials again.',
    fix: 'Log out at the provider and try again, or confirm in another way.',
  },
  OIDC_OTHER_PERSON: {
    message: 'Somebody else is logged in at the provider.',
    fix: 'Log in there with your own account.',
  },
  OIDC_FLOW_LOST: {
    message: 'This login took longer than ten minutes, or was begun in another browser.',
    fix: 'Begin again.',
  },
  OIDC_ACCOUNT_UNKNOWN: {
    message: 'The login provider knows you, but you have no account here.',
    fix: 'Ask an administrator for an account.',
  },
  CATALOG_NOT_CONFIGURED: {
    message: 'This is a user edition, and no catalog is configured.',
    fix: 'Set app-market.catalog.base-url and app-market.catalog.token, or base-url to a folder that packager export-catalog wrote.',
  },
  CATALOG_UNREACHABLE: {
    message: 'The catalog at {address} cannot be reached: {reason}. Installed applications keep working.',
    fix: 'Check app-market.catalog.base-url, and that the publisher runs and can be reached from here.',
  },
  CATALOG_TIMEOUT: {
    message: 'The catalog at {address} did not answer within {milliseconds} ms.',
    fix: 'Check app-market.catalog.base-url, and that the publisher runs and can be reached from here. app-market.catalog.{what}-timeout-ms sets the time.',
  },
  CATALOG_REDIRECTED: {
    message: 'The catalog at {address} answered {status} and points elsewhere; the token is not taken there.',
    fix: 'Set app-market.catalog.base-url to the address that it points to, if that is the publisher.',
  },
  CATALOG_ANSWER_INVALID: {
    message: 'The server at {address} did not return a catalog: {why}.',
    fix: "Set app-market.catalog.base-url to the publisher's API address; through its frontend port it ends with /prod-api.",
  },
  CATALOG_TOKEN_INVALID: {
    message: 'The publisher at {address} does not take the token of this platform.',
    fix: "Issue a token in the publisher's console, and set it as app-market.catalog.token.",
  },
  CATALOG_REFUSED: {
    message: 'The catalog at {address} refused with {error}: {message}',
    fix: "Look at the publisher's log.",
  },
  CATALOG_TRANSFER_BROKEN: {
    message:
      'The transfer from {address} broke off again and again, at last at {received} of {size} bytes: {reason}.',
    fix: 'Look at the network between here and the publisher, then start again.',
  },
  CATALOG_PACKAGE_MISMATCH: {
    message:
      'The package from {address} is not the one that the catalog names: {why}. Nothing of it was kept.',
    fix: 'Try again; if it stays so, tell the publisher: package and catalog disagree.',
  },
  CATALOG_FOLDER_INVALID: {
    message: 'The catalog in {folder} cannot be used: {why}.',
    fix: 'Copy the folder that packager export-catalog wrote there, whole, and check that the host may read it.',
  },
  NODE_NOT_ANSWERING: {
    message: 'The host {machine}, process {pid}, does not answer.',
    fix: 'Try again. It may be blocked, starting, stopping, of an earlier version, or without Redis.',
  },
  NODE_ELSEWHERE: {
    message: 'A heap snapshot is a file on {machine}, which this host cannot read.',
    fix: 'Get {url} with the monitoring credentials.',
  },
  STORAGE_UNAVAILABLE: {
    message: 'The file storage cannot be used: {reason}.',
    fix: 'Check address, credentials and bucket, or directory and disk space, in the storage configuration.',
  },
};
