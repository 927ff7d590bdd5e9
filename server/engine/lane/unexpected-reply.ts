import { kindsInWords, replyInWords, type ReplyKind } from '../workload/reply-kind.ts';

/** What a server sent is no reply to what was sent to it: from here on nothing can be counted. */
export class UnexpectedReply extends Error {
  override readonly name = 'UnexpectedReply';
  /** `what` came, in words that follow a colon. */
  constructor(what: string) {
    super(`The server does not answer as Redis does: ${what}`);
  }
}

/** A reply of a kind that the command cannot have. */
export const wrongKind = (command: string, came: string, accepted: ReplyKind): UnexpectedReply =>
  new UnexpectedReply(`${command} was answered by ${came}, where ${kindsInWords(accepted)} belongs`);

/** One reply to many commands that is no array of as many. */
export const wrongLength = (command: string, reply: unknown, commands: number): UnexpectedReply =>
  new UnexpectedReply(
    `${command} was answered by ${replyInWords(reply)}, where an array of ${commands} belongs`,
  );

/** A reply for which no command was sent. */
export const moreThanSent = (): UnexpectedReply =>
  new UnexpectedReply('more replies came than commands were sent');
