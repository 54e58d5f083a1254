import type { InvoiceWire } from '#shared/api/invoices.ts'
import { showDay } from '#shared/dates.ts'
import { StatusBadge } from '#web/ui/badge.tsx'
import { Table, Td, Th, Tr } from '#web/ui/table.tsx'
import { Amount } from './amount.tsx'
import { InvoiceActions } from './invoice-actions.tsx'

/** The list on wide screens. */
export const InvoiceTable = ({ invoices }: { invoices: readonly InvoiceWire[] }) => (
  <Table aria-label="Invoices" className="table-fixed [&_:is(td,th)]:px-2 xl:[&_:is(td,th)]:px-3 [&_:is(td,th):first-child]:pl-4">
    <thead>
      <Tr className="border-b!">
        <Th className="w-33 xl:w-[17%]">Invoice</Th>
        <Th>Customer</Th>
        <Th numeric className="w-32 xl:w-36">
          Amount
        </Th>
        <Th className="w-27 xl:w-30">Date</Th>
        <Th className="w-22 xl:w-26">Status</Th>
        <Th className="w-39 text-right pointer-coarse:w-49">Actions</Th>
      </Tr>
    </thead>
    <tbody>
      {invoices.map((invoice) => (
        <Tr key={invoice.id} className="hover:bg-sunken/50">
          <Td className="truncate font-medium" title={invoice.invoiceNumber}>
            {invoice.invoiceNumber}
          </Td>
          <Td title={invoice.customer.name}>
            <bdi className="line-clamp-2 [overflow-wrap:anywhere]">{invoice.customer.name}</bdi>
          </Td>
          <Td numeric>
            <Amount invoice={invoice} />
          </Td>
          <Td className="whitespace-nowrap text-muted tabular-nums">{showDay(invoice.issueDate)}</Td>
          <Td>
            <StatusBadge status={invoice.status} />
          </Td>
          <Td>
            <InvoiceActions invoice={invoice} />
          </Td>
        </Tr>
      ))}
    </tbody>
  </Table>
)
