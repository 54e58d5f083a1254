import type { ReactNode } from 'react'
import type { DocumentEndpoints, TypedKind } from '#web/documents/list/document-kind.ts'
import type { PanelProps } from '#web/documents/list/document-list-page.tsx'
import { type DocumentStatus, StatusBadge } from '#web/documents/list/status-badge.tsx'
import type { EntityRow } from '#web/entity/entity.ts'
import { DocumentLines } from './document-lines.tsx'
import { DocumentPanel } from './document-panel.tsx'
import { DocumentRecords } from './document-records.tsx'
import type { One } from './use-document.ts'

type Row = EntityRow & { status: DocumentStatus; total: string }
type Props<Name extends string, E extends DocumentEndpoints, Doc extends Row> = PanelProps<Doc> & {
  kind: TypedKind<Name, Doc>
  endpoints: E
  facts: (doc: Doc | One<E>) => ReactNode
  /** What can be done next, and the sections of the type. */
  children: (doc: Doc | One<E>) => ReactNode
}

/** What is known of a document, its lines, what can be done next, its emails and its history. */
export const TypedPanel = <Name extends string, E extends DocumentEndpoints, Doc extends Row>(props: Props<Name, E, Doc>) => {
  const { facts, children, ...panel } = props
  const { kind, endpoints, id } = panel
  return (
    <DocumentPanel {...panel} getBadge={({ status }) => <StatusBadge status={status} />}>
      {(doc) => (
        <>
          {facts(doc)}
          <DocumentLines key={id} doc={doc as never} />
          {children(doc)}
          <DocumentRecords key={`records ${id}`} {...{ endpoints, id, refresh: kind.refresh }} />
        </>
      )}
    </DocumentPanel>
  )
}
