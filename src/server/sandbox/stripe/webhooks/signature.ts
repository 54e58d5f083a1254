import { createHmac } from 'node:crypto'

/** The `stripe-signature` header: HMAC-SHA256 over `<unix seconds>.<body>`. */
export const signatureHeader = (body: string, secret: string, unixSeconds: number) =>
  `t=${unixSeconds},v1=${createHmac('sha256', secret).update(`${unixSeconds}.${body}`).digest('hex')}`
