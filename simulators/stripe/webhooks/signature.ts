import { createHmac } from 'node:crypto'

/** The `stripe-signature` header: HMAC-SHA256 over `<unix seconds>.<body>`, once for each secret that is valid. */
export const signatureHeader = (body: string, secrets: readonly string[], unixSeconds: number) =>
  [
    `t=${unixSeconds}`,
    ...secrets.map((secret) => `v1=${createHmac('sha256', secret).update(`${unixSeconds}.${body}`).digest('hex')}`),
  ].join(',')
