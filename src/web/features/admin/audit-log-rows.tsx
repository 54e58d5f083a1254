import { formatInstant } from '#web/lib/format/instant.ts'
import { Table, Td, Th, Tr } from '#web/ui/table.tsx'
import { type AuditLogEntry, formatEntry } from './audit-log-entries.ts'

type Props = { lines: readonly AuditLogEntry[] }

export const AuditLogTable = ({ lines }: Props) => (
  <Table aria-label="Audit log" className="table-fixed">
    <thead>
      <Tr className="border-b!">
        <Th className="w-48">When</Th>
        <Th>EntryText</Th>
        <Th numeric className="w-20">
          Rows
        </Th>
        <Th className="w-[24%]">Who</Th>
        <Th className="w-36">From</Th>
      </Tr>
    </thead>
    <tbody>
      {lines.map((line) => (
        <Tr key={line.lookup.id}>
          <Td className="text-muted tabular-nums">{formatInstant(line.lookup.at)}</Td>
          <Td className="[overflow-wrap:anywhere]">
            <EntryText line={line} />
          </Td>
          <Td numeric>{line.rows?.toLocaleString('en-US')}</Td>
          <Td className="[overflow-wrap:anywhere]">{line.lookup.adminEmail}</Td>
          <Td className="text-muted tabular-nums [overflow-wrap:anywhere]">{line.lookup.address}</Td>
        </Tr>
      ))}
    </tbody>
  </Table>
)

export const AuditLogCards = ({ lines }: Props) => (
  <ul aria-label="Audit log" className="divide-y divide-line">
    {lines.map((line) => (
      <li key={line.lookup.id} className="grid gap-1 p-4 text-sm [overflow-wrap:anywhere]">
        <div className="flex items-baseline justify-between gap-3">
          <div className="min-w-0">
            <EntryText line={line} />
          </div>
          {line.rows !== null && (
            <span className="shrink-0 text-[0.8125rem] text-muted tabular-nums">
              {line.rows.toLocaleString('en-US')} {line.rows === 1 ? 'row' : 'rows'}
            </span>
          )}
        </div>
        <p className="text-[0.8125rem] text-muted tabular-nums">
          {formatInstant(line.lookup.at)} · {line.lookup.adminEmail} · {line.lookup.address}
        </p>
      </li>
    ))}
  </ul>
)

const EntryText = ({ line }: { line: AuditLogEntry }) => (
  <>
    <bdi className="block font-medium">{formatEntry(line)}</bdi>
    {line.typed.length > 0 && (
      <span className="block text-[0.8125rem] text-muted">Typed before: {line.typed.map((text) => `“${text}”`).join(', ')}</span>
    )}
  </>
)
