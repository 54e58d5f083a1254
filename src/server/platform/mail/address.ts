import { domainToASCII } from 'node:url'
import { toSingleLine } from '#server/platform/text/plain-text.ts'
import { MailRefusedError } from './delivery-errors.ts'

export type Address = { name: string; address: string }

/** Without quotes (RFC 5322 dot-atom, RFC 6532 for other scripts): no spaces, commas, brackets or line breaks. */
const localPart = /^[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+(\.[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+)*$/u
const domainName = /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$/

const isAddress = (text: string): boolean => {
  const [local = '', domain = '', ...rest] = text.split('@')
  // domainToASCII also accepts and corrects invalid domains ('%41', full-width letters), so it is used only for other scripts.
  const ascii = /^[a-z0-9.-]*$/i.test(domain) ? domain.toLowerCase() : /^[\p{L}\p{M}\p{N}.-]+$/u.test(domain) ? domainToASCII(domain) : ''
  return rest.length === 0 && text.length <= 254 && Buffer.byteLength(local) <= 64 && localPart.test(local) && domainName.test(ascii)
}

/** Exactly one mailbox, before it is put into a header. @throws MailRefusedError */
export const validateAddress = ({ name, address }: Address, role: string): Address => {
  if (!isAddress(address))
    throw new MailRefusedError(
      `The ${role}'s address '${toSingleLine(address, 80)}' is not an email address. Correct it and send the email again.`,
    )
  return { name: toSingleLine(name, 120), address }
}
