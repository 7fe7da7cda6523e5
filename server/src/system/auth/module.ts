import { resolve } from 'node:path';
import {
  CLOCK,
  HTTP,
  repeat,
  systemClock,
  type Clock,
  type Logger,
  type ModuleContext,
} from '../../kernel/index.ts';
import {
  DATABASE,
  IDS,
  PLATFORM_IDENTITY,
  PLATFORM_KEY,
  SECRET_BOX,
  type Database,
  type Ids,
} from '../../data/index.ts';
import { CLUSTER_BUS } from '../../infra/index.ts';
import { LoginLog } from '../logs/login-log.ts';
import { RIGHTS_LOG, RightsLog } from '../logs/rights-log.ts';
import { ScriptTokenStore } from './script-token-store.ts';
import { AllLogins } from './all-logins.ts';
import { cookieNames, SessionCookies } from './cookies/index.ts';
import { LoginAttempts } from './delays/index.ts';
import { Accounts } from './accounts.ts';
import { FactorPolicies, FactorStore, SecondFactor } from './factor/index.ts';
import { FRESH_PROOF, FreshProof } from './fresh-proof.ts';
import { LoginTickets } from './login-tickets.ts';
import { Login } from './login.ts';
import { ownerWarning } from './warn-owner.ts';
import { OwnSessions } from './own-sessions.ts';
import { PASSWORD_COST, PasswordHasher } from './password-hash.ts';
import { oidcRoutes } from './oidc-routes.ts';
import {
  BackchannelLogout,
  FlowCookie,
  Identities,
  LinkedAccounts,
  LogoutCookie,
  OidcLogin,
  TakenTokens,
  readProviders,
} from './oidc/index.ts';
import { Passwords } from './passwords.ts';
import { authRoutes } from './routes.ts';
import { SessionCache } from './session-cache.ts';
import { SessionStore } from './session-store.ts';
import { secondFactorRoutes } from './second-factor-routes.ts';
import { Sessions } from './sessions.ts';

/** When sessions were last used is written, and ended sessions are removed, this often. */
const UPKEEP_MS = 30_000;

/** Logins and sessions, as other parts of the system use them. */
export interface Auth {
  readonly database: Database;
  readonly ids: Ids;
  readonly clock: Clock;
  readonly hasher: PasswordHasher;
  readonly attempts: LoginAttempts;
  readonly sessions: Sessions;
  readonly own: OwnSessions;
  readonly factors: FactorStore;
  readonly passwords: Passwords;
  readonly proof: FreshProof;
  readonly rights: RightsLog;
}

/** Logins and sessions, and their routes. */
export function setUpAuth(ctx: ModuleContext): Auth {
  const { config, logger } = ctx;
  const database = ctx.use(DATABASE);
  const ids = ctx.use(IDS);
  const clock = ctx.services.find(CLOCK) ?? systemClock;
  const idleMs = config.session['idle-timeout-minutes'] * 60_000;
  const store = new SessionStore(database, clock);
  const scriptTokens = new ScriptTokenStore(database, clock);
  const sessionCache = new SessionCache(new AllLogins(store, scriptTokens), clock, idleMs);
  const absoluteSeconds = config.session['absolute-timeout-hours'] * 3600;
  const bus = ctx.use(CLUSTER_BUS);
  const sessions = new Sessions({ database, ids, clock, store, cache: sessionCache, absoluteSeconds, bus });
  ctx.onDispose(sessions.follow());
  const attempts = new LoginAttempts(database, clock, {
    afterFailures: config.session['lock-after-failures'],
    firstSeconds: config.session['lock-seconds'],
    longestSeconds: config.session['lock-max-seconds'],
  });
  const hasher = new PasswordHasher(ctx.services.find(PASSWORD_COST));
  const passwords = new Passwords({
    ...{ database, ids, clock, hasher },
    rules: config.password,
    configured: config.platform['admin-password'],
  });
  const log = new LoginLog(database, ids, logger);
  const addresses = ctx.use(HTTP).rates.limit('login', config.session['login-rate-max'], clock);
  const warnOwner = ownerWarning(ctx);
  const accounts = new Accounts(database, clock);
  const key = ctx.use(PLATFORM_KEY);
  const secrets = ctx.use(SECRET_BOX);
  const factors = new FactorStore(database, secrets);
  const policies = new FactorPolicies(database, secrets);
  const factor = new SecondFactor({ store: factors, policies, clock, issuer: config.platform.name });
  const login = new Login({
    accounts,
    clock,
    hasher,
    attempts,
    addresses,
    sessions,
    log,
    warnOwner,
    factor,
    tickets: new LoginTickets(accounts, key, clock),
    passwords,
  });
  const proof = new FreshProof({ database, clock, hasher, attempts, sessions, factor });
  const names = cookieNames(config.session['cookie-name'], ctx.use(PLATFORM_IDENTITY).id);
  const cookies = new SessionCookies(names, key);
  ctx.provide(FRESH_PROOF, proof);
  const own = new OwnSessions(database, sessions);
  const rights = new RightsLog(database, ids);
  ctx.provide(RIGHTS_LOG, rights);
  const http = ctx.use(HTTP);
  http.useAuthenticator(sessionCache);
  http.useCookies(cookies);
  const fileProviders = readProviders(
    config.oidc.providers && resolve(config.platform['data-dir'], config.oidc.providers),
  );
  const providers = { all: () => Promise.resolve(fileProviders) };
  const platformId = ctx.use(PLATFORM_IDENTITY).id;
  const taken = new TakenTokens(database, clock);
  const oidc = new OidcLogin({
    taken,
    providers,
    apiUrl: config.oidc['api-url'],
    timeoutMs: config.oidc['timeout-ms'],
    sessionSeconds: absoluteSeconds,
    cookie: new FlowCookie(key, clock, platformId),
    logout: new LogoutCookie(key, platformId),
    identities: new Identities({ database, ids, clock, accounts, rights }),
    accounts,
    clock,
    logger,
  });
  const backchannel = new BackchannelLogout({ database, taken, logger, oidc, sessions, log });
  const linked = new LinkedAccounts({ database, ids, clock, providers, rights });
  http.routes(authRoutes({ login, own, log, cookies, sessions, proof, oidc }));
  http.routes(secondFactorRoutes({ factor, proof, own }));
  http.routes(oidcRoutes({ oidc, backchannel, linked, proof, factor, login, sessions, cookies }));
  ctx.onDispose(() => log.flush());
  ctx.onDispose(() => sessionCache.flush());
  keepUp(ctx, logger, async () => {
    await sessionCache.flush();
    await store.removeExpired(idleMs);
    await scriptTokens.removeExpired();
    await attempts.removeOld();
    await taken.removeOld();
  });
  return { database, ids, clock, hasher, attempts, sessions, own, factors, passwords, proof, rights };
}

function keepUp(ctx: ModuleContext, logger: Logger, work: () => Promise<void>): void {
  ctx.onDispose(repeat(UPKEEP_MS, work, logger, 'Sessions could not be updated'));
}
