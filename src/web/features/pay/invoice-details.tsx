import { Download } from 'lucide-react'
import type { PublicInvoiceWire } from '#shared/api/public-invoice.ts'
import { showMoney } from '#shared/money.ts'
import { showQuantity, showRate } from '#shared/rates.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { pdfUrl } from './calls.ts'

/** The lines, what they come to, and what was said along with them. */
export const InvoiceDetails = ({ page: { invoice, lineItems } }: { page: PublicInvoiceWire }) => (
  <div className="px-4 py-5 sm:px-7 sm:py-6">
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
        {lineItems.map((line, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a paper have no other identity, and never move
          <tr key={i} className="break-inside-avoid border-line border-b align-top">
            <td className="py-3">
              <span dir="auto" className="block whitespace-pre-line font-medium [overflow-wrap:anywhere]">
                {line.description}
              </span>
              <span className="block text-muted tabular-nums">
                {showQuantity(line.quantity)} × {showMoney(line.unitPrice)}
              </span>
            </td>
            <td className="py-3 pl-4 text-right tabular-nums whitespace-nowrap">{showMoney(line.total)}</td>
          </tr>
        ))}
      </tbody>
    </table>
    <Totals invoice={invoice} />
    {(invoice.notes || invoice.terms) && (
      <div className="mt-7 grid gap-5 border-line border-t pt-5 text-sm sm:grid-cols-2">
        <Words title="Notes" text={invoice.notes} />
        <Words title="Payment terms" text={invoice.terms} />
      </div>
    )}
    <ButtonLink
      variant="secondary"
      className="mt-7 max-sm:w-full print:hidden"
      href={pdfUrl(invoice.id)}
      target="_blank"
      rel="noopener noreferrer"
    >
      <Download />
      Download PDF Invoice
    </ButtonLink>
  </div>
)

const Totals = ({ invoice }: { invoice: PublicInvoiceWire['invoice'] }) => {
  const part = invoice.amountPaid !== '0.00'
  return (
    <dl className="mt-4 ml-auto grid sm:max-w-80 break-inside-avoid gap-1.5 text-sm tabular-nums">
      <Sum label="Subtotal" amount={invoice.subtotal} />
      {/* A typed amount without a rate is no '0%'. */}
      <Sum
        label={invoice.taxRate === '0.00' && invoice.taxAmount !== '0.00' ? 'Tax' : `Tax (${showRate(invoice.taxRate)})`}
        amount={invoice.taxAmount}
      />
      <Sum label="Total" amount={invoice.total} strong={!part} />
      {part && <Sum label="Amount paid" amount={`-${invoice.amountPaid}`} />}
      {part && <Sum label="Balance due" amount={invoice.balanceDue} strong />}
    </dl>
  )
}

const Sum = ({ label, amount, strong = false }: { label: string; amount: string; strong?: boolean }) => (
  <div
    className={
      strong
        ? 'mt-1 flex justify-between gap-4 border-line border-t pt-2.5 font-semibold text-base'
        : 'flex justify-between gap-4 [&>dt]:text-muted'
    }
  >
    <dt>{label}</dt>
    <dd>{showMoney(amount)}</dd>
  </div>
)

const Words = ({ title, text }: { title: string; text: string | null }) =>
  text && (
    <div className="min-w-0">
      <h2 className="font-medium">{title}</h2>
      <p dir="auto" className="mt-1 whitespace-pre-line text-muted [overflow-wrap:anywhere]">
        {text}
      </p>
    </div>
  )
