/** The contract of an instant-messaging application. (design 9.7-38) */
export abstract class ImService {
  /** @returns the message's number */
  abstract send(fromUserId: number, toUserId: number, text: string): Promise<string>;
}
