/**
 * Exports for other applications, as `@plugins/platform-member`. Services are reached by
 * locators. (spec: L8)
 */
export { Member, type MemberLevel, type MemberStatus } from './domain/member.ts';
export { MemberAddedEvent } from './event/member-added.event.ts';
export { MemberMapper } from './mapper/member.mapper.ts';
