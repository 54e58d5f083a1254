import { Download } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Currency } from '#shared/currencies.ts'
import { formatMoney } from '#shared/money.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { describeAmount, isListed } from './line-text.ts'
import type { PublicLine } from './public-document.ts'

type Props = {
  currency: Currency
  lineItems: readonly PublicLine[]
  totals: ReactNode
  texts: readonly { title: string; text: string | null }[]
  pdf: { texts: string; url: string }
  actions?: ReactNode
}

export const DocumentDetails = ({ currency, lineItems, totals, texts, pdf, actions }: Props) => (
  <div className="px-4 py-5 sm:px-7 sm:py-6 print:px-0">
    <table className="w-full text-sm" aria-label="Line items">
      <thead>
        <tr className="border-line border-b text-left text-muted">
          <th scope="col" className="pb-2 font-medium">
            Description
          </th>
          <th scope="col" className="pb-2 pl-4 text-right font-medium">
            Total
          </th>
        </tr>
      </thead>
      <tbody>
        {lineItems.filter(isListed).map((line, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines have no id here and never move
          <tr key={i} className="break-inside-avoid border-line border-b align-top">
            <td className="py-3">
              <span dir="auto" className="block whitespace-pre-line text-left font-medium [overflow-wrap:anywhere]">
                {line.description}
              </span>
              <span className="block text-muted tabular-nums">{describeAmount(line, currency)}</span>
            </td>
            <td className="py-3 pl-4 text-right tabular-nums whitespace-nowrap">{formatMoney(line.total, currency)}</td>
          </tr>
        ))}
      </tbody>
    </table>
    {totals}
    {texts.some(({ text }) => text) && (
      <div className="mt-7 grid gap-5 border-line border-t pt-5 text-sm sm:grid-cols-2">
        {texts.map(({ title, text }) => text && <TextBlock key={title} title={title} text={text} />)}
      </div>
    )}
    <div className="mt-7 flex flex-wrap gap-2.5 print:hidden">
      {actions}
      <ButtonLink variant="secondary" className="max-sm:w-full" href={pdf.url} target="_blank" rel="noopener noreferrer">
        <Download />
        {pdf.texts}
      </ButtonLink>
    </div>
  </div>
)

const TextBlock = ({ title, text }: { title: string; text: string }) => (
  <div className="min-w-0">
    <h2 className="font-medium">{title}</h2>
    <p dir="auto" className="mt-1 whitespace-pre-line text-muted [overflow-wrap:anywhere]">
      {text}
    </p>
  </div>
)
