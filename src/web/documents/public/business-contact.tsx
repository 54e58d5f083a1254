import type { ReactNode } from 'react'

import { cx } from '#web/ui/cx.ts'
import { find, t } from './language.ts'
import type { PublicBusiness, PublicDocument } from './public-document.ts'

type Props = { doc: PublicDocument; business: PublicBusiness; className?: string }

const link =
  'inline-flex min-h-6 items-center pointer-coarse:min-h-11 underline decoration-line underline-offset-4 hover:decoration-current [overflow-wrap:anywhere]'

export const BusinessContact = ({ doc, business, className }: Props) => {
  const { addressLines } = business
  if (![business.contactName, business.email, business.phone, business.website, ...addressLines].some(Boolean)) return null
  return (
    <section className={cx('min-w-0 px-1 text-sm lg:px-2 print:mt-6 print:px-0', className)} aria-label={t('Contact')}>
      <h2 className="text-muted">{find(`Questions about this ${doc}?`)}</h2>
      {business.contactName && (
        <p dir="auto" className="mt-1 font-medium [overflow-wrap:anywhere]">
          {business.contactName}
        </p>
      )}
      <address className="mt-1 grid gap-0.5 not-italic">
        {business.email && (
          <a className={link} href={`mailto:${business.email}`}>
            {business.email}
          </a>
        )}
        {business.phone && (
          <a dir="ltr" className={link} href={`tel:${business.phone.replace(/[^+\d]/g, '')}`}>
            {business.phone}
          </a>
        )}
        {business.website && <Website url={business.website} />}
        {addressLines.map((line) => (
          <span key={line} dir="auto" className="text-left text-muted rtl:text-right [overflow-wrap:anywhere]">
            {line}
          </span>
        ))}
      </address>
    </section>
  )
}

/** Only http and https URLs become links: others could run code. */
const Website = ({ url }: { url: string }): ReactNode =>
  /^https?:\/\//i.test(url) ? (
    <a className={link} href={url} target="_blank" rel="noopener noreferrer">
      {url.replace(/^https?:\/\/(www\.)?|\/$/gi, '')}
    </a>
  ) : (
    <span>{url}</span>
  )
