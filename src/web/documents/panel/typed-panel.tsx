import type { ReactNode } from 'react'
import type { TypedKind } from '#web/documents/list/document-kind.ts'
import type { PanelProps } from '#web/documents/list/document-list-page.tsx'
import { type DocumentStatus, StatusBadge } from '#web/documents/list/status-badge.tsx'
import type { EntityRow } from '#web/entity/entity.ts'
import { DocumentLines } from './document-lines.tsx'
import { DocumentPanel, PanelActions } from './document-panel.tsx'
import { DocumentRecords } from './document-records.tsx'

type Row = EntityRow & { status: DocumentStatus; total: string }
type Props<Name extends string, Doc extends Row> = PanelProps<Doc> & {
  kind: TypedKind<Name, Doc>
  facts: (doc: Doc) => ReactNode
  /** What can be done next. */
  actions?: readonly Name[]
  /** The sections of the type. */
  children?: (doc: Doc) => ReactNode
}

/** What is known of a document, its lines, what can be done next, its emails and its history. */
export const TypedPanel = <Name extends string, Doc extends Row>(props: Props<Name, Doc>) => {
  const { facts, actions, children, ...panel } = props
  const { kind, id } = panel
  const { endpoints } = kind.email
  return (
    <DocumentPanel {...panel} endpoints={endpoints} getBadge={({ status }) => <StatusBadge status={status} />}>
      {(doc) => (
        <>
          {facts(doc as Doc)}
          <DocumentLines key={id} doc={doc as never} />
          {actions && <PanelActions kind={kind} doc={doc as Doc} names={actions} />}
          {children?.(doc as Doc)}
          <DocumentRecords key={`records ${id}`} {...{ endpoints, id, refresh: kind.refresh }} />
        </>
      )}
    </DocumentPanel>
  )
}
