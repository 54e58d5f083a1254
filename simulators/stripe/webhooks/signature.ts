import { createHmac } from 'node:crypto'

/** HMAC-SHA256 of `<unix seconds>.<body>` with each of the valid secrets. */
export const createSignatureHeader = (body: string, secrets: readonly string[], unixSeconds: number) =>
  [
    `t=${unixSeconds}`,
    ...secrets.map((secret) => `v1=${createHmac('sha256', secret).update(`${unixSeconds}.${body}`).digest('hex')}`),
  ].join(',')
