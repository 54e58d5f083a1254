import type { ListedCreditNoteWire } from '#shared/contract/credit-notes.ts'
import { formatDay } from '#shared/dates.ts'
import { formatMoney } from '#shared/money.ts'
import { documentInfo } from '#shared/record-types.ts'
import { capitalize, type EntityRow } from '#web/entity/entity.ts'
import type { Column } from '#web/kit/list/record-rows.tsx'
import type { TypedKind } from './document-kind.ts'
import { DocumentLink } from './document-link.tsx'
import { EmailMark } from './email-mark.tsx'
import { actionsColumn } from './row-actions.tsx'
import { type DocumentStatus, StatusBadge } from './status-badge.tsx'

type Row = EntityRow & { status: DocumentStatus } & Pick<
    ListedCreditNoteWire,
    'hasNumber' | 'issueDate' | 'total' | 'currency' | 'customer' | 'emailState'
  >

/** What a list shows of a document of any type; a type takes what it needs of them, and draws some otherwise. @param icons beside the menu */
export const getColumns = <Name extends string, Doc extends Row>(kind: TypedKind<Name, Doc>, icons: readonly Name[]) =>
  ({
    number: {
      head: capitalize(kind.noun),
      by: documentInfo[kind.type].numberField,
      inLine: 'title',
      cell: (doc) => <DocumentLink list={kind.path} id={doc.id} number={kind.getNumber(doc)} isProposed={!doc.hasNumber} />,
    },
    status: {
      head: 'Status',
      inLine: 'title',
      cell: ({ status, emailState }) => (
        <span className="flex items-center gap-1.5">
          <StatusBadge status={status} />
          <EmailMark state={emailState} />
        </span>
      ),
    },
    customer: { head: 'Customer', by: 'customer', inLine: 'note', cell: ({ customer }) => <bdi className="text-ink">{customer.name}</bdi> },
    date: { head: 'Date', by: 'issueDate', largestFirst: true, inLine: 'note', cell: ({ issueDate }) => formatDay(issueDate) },
    total: {
      head: 'Amount',
      by: 'total',
      largestFirst: true,
      numeric: true,
      inLine: 'amount',
      cell: ({ status, total, currency }) => (
        <span className={status === 'voided' ? 'text-muted line-through' : ''}>{formatMoney(total, currency)}</span>
      ),
    },
    actions: actionsColumn(kind, icons),
  }) as const satisfies Readonly<Record<string, Column<Doc>>>
