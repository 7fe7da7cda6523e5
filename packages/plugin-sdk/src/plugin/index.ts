export { ImService } from './im-service.ts';
export {
  locate,
  locateByName,
  type LocateByNameToken,
  type Located,
  type LocateToken,
} from '../core/located.ts';
export { MemberService, type MemberProfile } from './member-service.ts';
export { PayService, type Payment, type PaymentRequest } from './pay-service.ts';
export { PluginService, type PluginServiceOptions } from './plugin-service.ts';
export {
  ImServiceLocator,
  MemberServiceLocator,
  PayServiceLocator,
  ServiceLocator,
} from './service-locator.ts';
