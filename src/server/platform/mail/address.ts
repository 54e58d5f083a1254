import { domainToASCII } from 'node:url'
import { MailRefusedError } from './mail-refused-error.ts'
import { toSingleLine } from './text.ts'

export type Address = { name: string; address: string }

/** What may stand before the @ without quotes (RFC 5322 dot-atom, RFC 6532 for other scripts). No space, comma, bracket or line break. */
const localPart = /^[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+(\.[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+)*$/u
const domainName = /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$/

const isAddress = (text: string): boolean => {
  const [local = '', domain = '', ...rest] = text.split('@')
  // domainToASCII mends what isn't a plain domain ('%41', full-width letters), so only other scripts go through it.
  const ascii = /^[a-z0-9.-]*$/i.test(domain) ? domain.toLowerCase() : /^[\p{L}\p{M}\p{N}.-]+$/u.test(domain) ? domainToASCII(domain) : ''
  return rest.length === 0 && text.length <= 254 && Buffer.byteLength(local) <= 64 && localPart.test(local) && domainName.test(ascii)
}

/**
 * Checks an address before it reaches a header: exactly one mailbox, nothing else. The name is made fit for one line.
 * @param whose e.g. 'recipient', for the message
 * @throws MailRefusedError when no mail can be sent to it
 */
export const validateAddress = ({ name, address }: Address, whose: string): Address => {
  if (!isAddress(address))
    throw new MailRefusedError(
      `The ${whose}'s address '${toSingleLine(address, 80)}' is not an e-mail address. Correct it and send the mail again.`,
    )
  return { name: toSingleLine(name, 120), address }
}
