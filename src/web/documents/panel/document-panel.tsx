import { FileQuestion, Repeat } from 'lucide-react'
import { type ReactNode, useLayoutEffect } from 'react'
import { Link } from 'wouter'
import type { ListedCreditNoteWire } from '#shared/contract/credit-notes.ts'
import { formatMoney } from '#shared/money.ts'
import { listAvailable, useRun } from '#web/documents/list/actions.ts'
import type { DocumentKind } from '#web/documents/list/document-kind.ts'
import type { PanelProps } from '#web/documents/list/document-list-page.tsx'
import { ActionButton, ActionMenu } from '#web/documents/list/row-actions.tsx'
import { capitalize, type EntityRow } from '#web/entity/entity.ts'
import { ApiError } from '#web/lib/api/client.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LoadError } from '#web/ui/load-error.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { PanelFrame } from './panel-frame.tsx'
import { type One, type PanelEndpoints, useDocument } from './use-document.ts'

type Props<Name extends string, E extends PanelEndpoints, Row extends EntityRow> = PanelProps<Row> & {
  kind: DocumentKind<Name, Row>
  endpoints: E
  getTitle?: (doc: Row) => string
  getBadge: (doc: Row) => ReactNode
  /** What has a button in the panel. */
  withButtons?: (doc: Row) => readonly Name[]
  children: (doc: Row | One<E>) => ReactNode
}

export const DocumentPanel = <Name extends string, E extends PanelEndpoints, Row extends EntityRow>(props: Props<Name, E, Row>) => {
  const { kind, endpoints, id, listed, getTitle = kind.getNumber, getBadge, withButtons, close, documentRef, children } = props
  const { noun } = kind
  const run = useRun(kind)
  const { data, error, refetch } = useDocument(endpoints, id, listed)
  const row = data as Row | undefined
  useLayoutEffect(() => {
    documentRef.current = row
    return () => {
      documentRef.current = undefined
    }
  }, [row, documentRef])
  const repeat = kind.actions.find(({ name }) => name === 'repeat')
  return (
    <PanelFrame
      noun={noun}
      id={id}
      title={row ? getTitle(row) : error ? capitalize(noun) : 'Loading...'}
      badge={row && getBadge(row)}
      menu={
        row && (
          <>
            {repeat && (
              <Button
                variant="ghost"
                size="icon"
                className="pointer-fine:size-8 text-muted hover:text-ink"
                title={repeat.label}
                aria-label={`Repeat ${getTitle(row)}…`}
                onClick={() => run(repeat.name, row)}
              >
                <Repeat aria-hidden />
              </Button>
            )}
            <ActionMenu
              kind={kind}
              doc={row}
              number={getTitle(row)}
              without={kind.actions
                .map(({ name }) => name)
                .filter((name) => name === 'history' || name === 'repeat' || withButtons?.(row).includes(name))}
            />
          </>
        )
      }
      close={close}
    >
      {data ? (
        children(data)
      ) : error instanceof ApiError && error.status === 404 ? (
        <EmptyState
          icon={<FileQuestion aria-hidden />}
          title={`${capitalize(noun)} not found`}
          text="It doesn't exist or was deleted."
          action={
            <Button variant="secondary" onClick={close}>
              Back to the list
            </Button>
          }
        />
      ) : error ? (
        <LoadError error={error} retry={() => void refetch()} />
      ) : (
        <div role="status" aria-label={`Loading the ${noun}...`} className="grid gap-4 p-5">
          <Skeleton className="h-5 w-1/2" />
          <Skeleton className="h-24" />
          <Skeleton className="h-8 w-2/3" />
          <Skeleton className="h-40" />
        </div>
      )}
    </PanelFrame>
  )
}

type CustomerProps = { id: number; customer: { name: string; company?: string | null; email: string | null } }

export const CustomerLink = ({ id, customer: { name, company, email } }: CustomerProps) => (
  <div className="min-w-0">
    <Link
      href={`/customers/${id}`}
      className="pointer-coarse:-my-2.5 pointer-coarse:relative font-medium underline-offset-2 pointer-coarse:inline-block pointer-coarse:min-w-11 pointer-coarse:py-2.5 [overflow-wrap:anywhere] hover:text-accent hover:underline"
    >
      <bdi>{name}</bdi>
    </Link>
    {company && (
      <p className="text-sm [overflow-wrap:anywhere]">
        <bdi>{company}</bdi>
      </p>
    )}
    {email && <p className="text-muted text-sm [overflow-wrap:anywhere]">{email}</p>}
  </div>
)

type FactsProps = { label: string; amount: ReactNode; children: ReactNode }
type Facts = Partial<FactsProps> & {
  doc: Pick<ListedCreditNoteWire, 'customerId' | 'total' | 'currency'> & Pick<CustomerProps, 'customer'>
}

/** What the panel of a document begins with, its total if nothing else, and its customer. */
export const DocumentFacts = ({ doc, label = 'Total', amount = formatMoney(doc.total, doc.currency), children }: Facts) => (
  <PanelFacts {...{ label, amount }}>
    <CustomerLink id={doc.customerId} customer={doc.customer} />
    {children}
  </PanelFacts>
)

/** At the top of the panel. */
export const PanelFacts = ({ label, amount, children }: FactsProps) => (
  <div className="grid gap-3 px-4 py-4 sm:px-5">
    <dl>
      <dt className="text-[0.8125rem] text-muted">{label}</dt>
      <dd className="font-semibold text-2xl tabular-nums leading-9 tracking-tight">{amount}</dd>
    </dl>
    {children}
  </div>
)

type ActionsProps<Name extends string, Row extends EntityRow> = {
  kind: DocumentKind<Name, Row>
  doc: Row
  /** In their order; those that are unavailable are left out. The first is the main one, unless something else leads. */
  names: readonly Name[]
  lead?: ReactNode
}

export const PanelActions = <Name extends string, Row extends EntityRow>({ kind, doc, names, lead }: ActionsProps<Name, Row>) => (
  <div className="flex flex-wrap items-center gap-2 px-4 py-3 sm:px-5">
    {lead}
    {listAvailable(kind, names, doc).map(({ name, label, isDanger }) => (
      <ActionButton
        key={name}
        {...{ kind, doc, name }}
        label={name === 'email' ? 'Send' : label}
        variant={isDanger ? 'ghost' : name === names[0] && !lead ? 'primary' : 'secondary'}
      />
    ))}
  </div>
)
