/** This message will never be taken, so sending it again is no use. The text says why and is meant for the sender. Other errors pass: try again. */
export class MailRefusedError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'MailRefusedError'
  }
}
