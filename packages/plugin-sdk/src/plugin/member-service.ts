/** A member as other applications see it. */
export interface MemberProfile {
  readonly userId: number;
  readonly name: string;
  readonly level: string;
  readonly points: number;
  readonly active: boolean;
}

/** The contract of a member application, for the current tenant. (design 9.7-38) */
export abstract class MemberService {
  abstract find(userId: number): Promise<MemberProfile | undefined>;
  /**
   * Adds points, or takes them where the number is negative.
   *
   * @returns the points that the member has then
   * @throws PlatformError with a code of the application where there is no such member or not
   * enough points
   */
  abstract addPoints(userId: number, points: number): Promise<number>;
}
