import type { PublicInvoiceWire } from '#shared/contract/public-invoice.ts'
import { MethodCard } from './method-card.tsx'

type Transfer = NonNullable<PublicInvoiceWire['transfer']>

/** Loaded where the business has a bank account for the invoice. Its words are in the language of the document. */
export const TransferMethod = ({ transfer: { title, rows, qr, scan } }: { transfer: Transfer }) => (
  <MethodCard title={title} text={null}>
    <div className="flex flex-wrap items-start justify-between gap-4">
      <dl className="grid min-w-0 flex-1 basis-56 gap-2 text-sm">
        {rows.map(({ label, value }) => (
          <div key={label} className="min-w-0">
            <dt className="text-[0.8125rem] text-muted">{label}</dt>
            <dd className="select-all tabular-nums [overflow-wrap:anywhere]">
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      {qr && (
        <figure className="grid w-44 justify-items-center gap-1.5">
          {/* Scanners need a light margin, on a dark page too. */}
          <img
            src={`data:image/svg+xml;charset=utf-8,${encodeURIComponent(qr)}`}
            alt={scan}
            width={176}
            height={176}
            className="size-44 rounded-lg border border-line bg-white p-2.5"
          />
          <figcaption aria-hidden className="text-balance text-center text-[0.8125rem] text-muted">
            {scan}
          </figcaption>
        </figure>
      )}
    </div>
  </MethodCard>
)
