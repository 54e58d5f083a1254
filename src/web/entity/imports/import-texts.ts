import type { ImportResult } from '#shared/contract/imports.ts'
import type { ImportKind } from '#shared/record-types.ts'

/** `example` is a file that can be imported as it is; `duplicates` are the rows that count as existing. */
export const importTexts: Record<ImportKind, { example: string[][]; duplicates: string }> = {
  customers: {
    duplicates: 'Customers with the same name and email.',
    example: [
      ['Name', 'Company', 'Email', 'Phone', 'Address', 'City', 'State', 'ZIP Code', 'Country'],
      ['Grace Hopper', 'Compilers & Co', 'grace@example.com', '555 0100', '1 Main St', 'Arlington', 'VA', '22201', 'USA'],
      ['Ada Lovelace', '', 'ada@example.com', '555 0101', '12 St James’s Square', 'London', '', 'SW1Y 4JH', 'United Kingdom'],
    ],
  },
  items: {
    duplicates: 'Items with the same name and price.',
    example: [
      ['Name', 'Category', 'Description', 'Unit Price'],
      ['Consulting hour', 'Consulting', 'One hour of advice', '80.00'],
      ['Logo design', 'Design', 'Three drafts, one revision', '1250.00'],
    ],
  },
  expenses: {
    duplicates: 'Expenses with the same date, amount, description and vendor.',
    example: [
      ['Description', 'Category', 'Amount', 'Date', 'Vendor', 'Customer', 'Receipt URL'],
      ['Printer paper', 'Office Supplies', '24.90', '2026-01-05', 'Paper & Pens', '', ''],
      ['Train to the client', 'Travel', '61.50', '2026-01-12', 'Railways', '', 'https://example.com/receipts/12.pdf'],
    ],
  },
  'opening-balances': {
    duplicates: 'Opening balances of the same customer with the same amount and due date, or with the same invoice number.',
    example: [
      ['Customer', 'Open Amount', 'Due Date', 'As Of', 'Invoice Number'],
      ['Compilers & Co', '480.00', '2025-12-15', '2026-01-01', '2025-117'],
      ['Ada Lovelace', '1250.50', '2026-01-31', '2026-01-01', '2025-121'],
    ],
  },
}

export const formatCount = (n: number, kind: ImportKind | 'rows' | 'problems' | 'columns'): string =>
  `${n.toLocaleString('en')} ${n === 1 ? formatKind(kind).slice(0, -1) : formatKind(kind)}`

/** 'opening balances' */
export const formatKind = (kind: string): string => kind.replace('-', ' ')

export const formatImportResult = (kind: ImportKind, { created, skipped }: ImportResult): string => {
  const came = `${created === 0 ? `No ${formatKind(kind)}` : formatCount(created, kind)} ${created === 1 ? 'was' : 'were'} imported.`
  if (skipped === 0) return came
  return `${came} ${skipped.toLocaleString('en')} ${skipped === 1 ? 'was already there and was' : 'were already there and were'} skipped.`
}

export const formatSkippedRows = (rows: number): string => `${formatCount(rows, 'rows')} ${rows === 1 ? 'was' : 'were'} left out.`
