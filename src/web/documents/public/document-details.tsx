import { Download } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Currency } from '#shared/currencies.ts'
import type { CustomerText } from '#shared/customer-texts.ts'
import { type DocumentReferences, documentReferences, listReferences } from '#shared/document-references.ts'
import type { TotalsWire } from '#shared/total-rows.ts'
import { Badge, type Tone } from '#web/ui/badge.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { DocumentTotals } from './document-totals.tsx'
import { find, formatDay, formatMoney, t } from './language.ts'
import { describeAmount, isListed } from './line-text.ts'
import type { PublicLine } from './public-document.ts'

type HeaderProps = {
  title: string
  /** The note says beside the badge what it means for the customer. */
  state: { label: string; tone: Tone; note?: string | undefined }
  facts: readonly Fact[]
}
type Fact = { label: CustomerText; text: string; isPast?: boolean }

export const DocumentHeader = ({ title, state, facts }: HeaderProps) => (
  <div className="border-line border-b px-4 py-5 sm:px-7 sm:py-6 print:px-0">
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 text-sm">
      <h1 className="min-w-0 font-semibold text-xl tracking-tight [overflow-wrap:anywhere] sm:text-2xl">{title}</h1>
      <Badge tone={state.tone} className="tracking-wide print:border print:border-current">
        {find(state.label).toUpperCase()}
      </Badge>
      {state.note && <span className={state.tone === 'danger' ? 'font-medium text-danger' : 'text-muted'}>{state.note}</span>}
    </div>
    <dl className="mt-5 grid grid-cols-2 gap-x-6 gap-y-4 text-sm empty:hidden sm:grid-cols-[minmax(0,1fr)_fit-content(33%)_fit-content(33%)]">
      {facts.map(({ label, text, isPast = false }) => (
        <div key={label} className="min-w-0 first:col-span-2 sm:first:col-span-1">
          <dt className="text-muted">{find(label)}</dt>
          <dd className={isPast ? 'font-medium text-danger' : 'font-medium [overflow-wrap:anywhere]'}>
            <bdi>{text}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  </div>
)

/** What a document may say beside its dates: when the goods or services were supplied, and what the customer's books look for. */
export const listMoreFacts = (doc: { deliveryDate: string | null; deliveryUntil: string | null } & DocumentReferences): Fact[] => [
  ...(doc.deliveryDate === null
    ? []
    : doc.deliveryUntil === null
      ? [{ label: 'Delivery date' as const, text: formatDay(doc.deliveryDate) }]
      : [{ label: 'Service period' as const, text: `${formatDay(doc.deliveryDate)} – ${formatDay(doc.deliveryUntil)}` }]),
  ...listReferences(doc).map(({ name, text }) => ({ label: documentReferences[name], text })),
]

type Props = {
  doc: Omit<TotalsWire, 'lineItems'> & { currency: Currency; lineItems: readonly PublicLine[] }
  /** Below the total; the last one is emphasized instead of it. */
  more?: readonly { label: string; amount: string }[]
  belowTotals?: ReactNode
  texts: readonly { title: CustomerText; text: string | null }[]
  pdf: { label: CustomerText; url: string }
  actions?: ReactNode
}

export const DocumentDetails = ({ doc, more = [], belowTotals, texts, pdf, actions }: Props) => (
  <div className="px-4 py-5 sm:px-7 sm:py-6 print:px-0">
    <table className="w-full text-sm" aria-label={t('Line items')}>
      <thead>
        <tr className="border-line border-b text-muted">
          <th scope="col" className="pb-2 text-start font-medium">
            {t('Description')}
          </th>
          <th scope="col" className="pb-2 ps-4 text-end font-medium">
            {t('Total')}
          </th>
        </tr>
      </thead>
      <tbody>
        {doc.lineItems.filter(isListed).map((line, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines have no id here and never move
          <tr key={i} className="break-inside-avoid border-line border-b align-top">
            <td className="py-3">
              <span dir="auto" className="block whitespace-pre-line text-left font-medium rtl:text-right [overflow-wrap:anywhere]">
                {line.description}
              </span>
              <span className="block text-muted tabular-nums">
                {[describeAmount(line, doc.currency), line.tax && `${t('Tax')} ${line.tax}`].filter(Boolean).join(' · ')}
              </span>
            </td>
            <td className="py-3 ps-4 text-end tabular-nums whitespace-nowrap">{formatMoney(line.total, doc.currency)}</td>
          </tr>
        ))}
      </tbody>
    </table>
    <DocumentTotals doc={doc} more={more} />
    {belowTotals}
    {texts.some(({ text }) => text) && (
      <div className="mt-7 grid gap-5 border-line border-t pt-5 text-sm sm:grid-cols-2">
        {texts.map(({ title, text }) => text && <TextBlock key={title} title={find(title)} text={text} />)}
      </div>
    )}
    <div className="mt-7 flex flex-wrap gap-2.5 print:hidden">
      {actions}
      <ButtonLink variant="secondary" className="max-sm:w-full" href={pdf.url} target="_blank" rel="noopener noreferrer">
        <Download />
        {find(pdf.label)}
      </ButtonLink>
    </div>
  </div>
)

/** It ends before the punctuation of its sentence. */
const webAddress = /(https?:\/\/[^\s<>"]*[^\s<>".,;:!?)])/

const linkAddresses = (text: string): ReactNode[] =>
  text.split(webAddress).map((part, i) =>
    i % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts never move
      <a key={i} href={part} className="underline underline-offset-4" target="_blank" rel="noopener noreferrer">
        {part}
      </a>
    ),
  )

const TextBlock = ({ title, text }: { title: string; text: string }) => (
  <div className="min-w-0">
    <h2 className="font-medium">{title}</h2>
    <p dir="auto" className="mt-1 whitespace-pre-line text-muted [overflow-wrap:anywhere]">
      {linkAddresses(text)}
    </p>
  </div>
)
