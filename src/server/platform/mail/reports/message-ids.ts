import { createHmac, timingSafeEqual } from 'node:crypto'

export type MessageIds = {
  sign(messageId: string): string
  /** Null for an id that this server did not write. */
  verify(messageId: string): string | null
}

/** Anyone can send a report: without a signature, ids of other businesses' mails could be guessed. `key` is the same on all nodes. */
export const createMessageIds = (key: string): MessageIds => {
  const getSignature = (local: string) => createHmac('sha256', key).update(local).digest('hex').slice(0, 24)
  return {
    sign: (messageId) => {
      const [local, ...host] = messageId.replace(/^<|>$/g, '').split('@')
      return `<${[`${local}.${getSignature(local!)}`, ...host].join('@')}>`
    },
    verify: (messageId) => {
      const [, local, signature] = /^<?([^<>@]{1,200})\.([0-9a-f]{24})(?:@|>|$)/.exec(messageId) ?? []
      if (local === undefined || signature === undefined) return null
      return timingSafeEqual(Buffer.from(signature), Buffer.from(getSignature(local))) ? local : null
    },
  }
}
