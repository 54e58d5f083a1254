type IdOf = (table: string, ...rows: number[]) => (u: number, n: number) => string

const onlySecond = (sql: string) => (_: number, n: number) => (n === 2 ? sql : 'null')

/** Values of typical rows of the books: an entry and its reversal, and a closed and a reopened month. @param documentId the row that the entry is of */
export const sampleJournal = (idOf: IdOf, documentId: number) => ({
  journal_entries: {
    rows: 2,
    values: {
      id: (_: number, n: number) => String(n),
      day: () => "'2026-02-01'",
      kind: () => "'invoice'",
      source_id: idOf('documents', documentId),
      document_id: idOf('documents', documentId),
      event_day: () => "'2026-01-31'",
      reverses_id: onlySecond('1'),
    },
  },
  // A row for each kind, on either basis in turn.
  journal_months: {
    rows: 14,
    values: {
      basis: (_: number, n: number) => `(enum_range(null::accounting_basis))[${((n - 1) % 2) + 1}]`,
      kind: (_: number, n: number) => `(enum_range(null::entry_kind))[${n}]`,
      account: () => '1200',
      month: () => "'2026-02-01'",
      amount: () => '0.00',
    },
  },
  journal_lines: {
    rows: 2,
    values: {
      entry_id: (_: number, n: number) => String(n),
      position: () => '1',
      basis: () => "'accrual'",
      day: () => "'2026-02-01'",
      kind: () => "'invoice'",
      source_id: idOf('documents', documentId),
      document_id: idOf('documents', documentId),
      debit_account: (_: number, n: number) => (n === 1 ? "'1200'" : "'4000'"),
      credit_account: (_: number, n: number) => (n === 1 ? "'4000'" : "'1200'"),
      customer_id: () => '1',
      tax_percent: () => '8.25',
      tax_rate_id: idOf('tax_rates', 1),
      ...{ currency: () => "'EUR'", currency_amount: () => '10.00' },
      tax_component: () => '1',
    },
  },
  manual_entries: { values: { amount: () => '12.30', debit_account: () => '6020', credit_account: () => '1000' } },
  book_closings: {
    rows: 2,
    values: {
      through_day: (_: number, n: number) => (n === 1 ? "'2000-01-31'" : "'2000-02-29'"),
      trial_balance: () => `'{"accrual": {}, "cash": {}}'`,
      journal_hash: () => "'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'",
      reopened_at: onlySecond("'2026-01-02T12:00:00Z'"),
      reopened_by: onlySecond("'Ada'"),
      reason: onlySecond("'A late receipt'"),
    },
  },
})
