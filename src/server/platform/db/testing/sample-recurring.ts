const movementKinds = ['write-off', 'credit application', 'credit refund', 'refund']

/**
 * Values of typical rows of schedules, of the cards that they charge, and of write-offs; of recurring invoices an active one, a paused one
 * and one that has ended.
 * @param idOf SQL for the id of a user's row
 */
export const sampleRecurring = (idOf: (table: string, ...rows: number[]) => (u: number, n: number) => string) => ({
  recurring_invoices: {
    values: {
      start_day: () => "'2026-01-31'",
      frequency: () => "'monthly'",
      on_days: () => "'{1,-1}'",
      until_day: (_: number, n: number) => (n === 1 ? "'2026-12-31'" : 'null'),
      max_count: (_: number, n: number) => (n === 1 ? 'null' : '12'),
      time: () => "'08:00'",
      time_zone: () => "'Europe/Berlin'",
      sends_invoices: () => 'true',
      charges_saved_card: (_: number, n: number) => (n === 1 ? 'true' : 'false'),
      status: (_: number, n: number) => `'${['active', 'paused', 'ended'][n - 1]}'`,
      next_day: (_: number, n: number) => (n === 3 ? 'null' : "'2026-02-28'"),
      next_run_at: (_: number, n: number) => (n === 3 ? 'null' : "'2026-02-28T07:00:00Z'"),
    },
  },
  invoice_instalments: {
    rows: 1,
    values: { document_id: idOf('documents', 6), position: () => '1', amount: () => '60.80', due_date: () => "'2026-02-01'" },
  },
  movements: {
    rows: movementKinds.length,
    values: {
      kind: (_: number, n: number) => `'${movementKinds[n - 1]}'`,
      document_id: idOf('documents', 6, 6, 6, 6),
      source_id: (u: number, n: number) => (n === 2 ? idOf('documents', 1)(u, 1) : 'null'),
      payment_id: (u: number, n: number) => (n === 4 ? idOf('payments', 2)(u, 1) : 'null'),
      ...{ amount: () => '5.00', currency: () => "'USD'", home_amount: () => '5.25' },
      exchange_rate: (_: number, n: number) => (n === 3 ? '1.05' : 'null'),
      rate_source: (_: number, n: number) => (n === 3 ? "'typed'" : 'null'),
      tax_part: (_: number, n: number) => (n === 1 ? '0.00' : 'null'),
      payment_method: (_: number, n: number) => (n === 3 ? "'cash'" : 'null'),
      day: () => "'2026-01-01'",
      reversed_at: (_: number, n: number) => (n === 4 ? 'null' : "'2026-01-02T08:00:00Z'"),
      reversal_day: (_: number, n: number) => (n === 4 ? 'null' : "'2026-01-02'"),
      reversed_by: (_: number, n: number) => (n === 4 ? 'null' : "'owner'"),
    },
  },
  late_fee_rules: {
    rows: 2,
    values: {
      kind: (_: number, n: number) => (n === 1 ? "'fixed'" : "'yearly'"),
      amount: (_: number, n: number) => (n === 1 ? '10.00' : 'null'),
      currency: (_: number, n: number) => (n === 1 ? "'USD'" : 'null'),
      percent: (_: number, n: number) => (n === 1 ? 'null' : '8.0000'),
      repeats: () => "'monthly'",
      archived_at: (_: number, n: number) => (n === 1 ? "'2026-01-05T09:00:00Z'" : 'null'),
    },
  },
  late_fees: {
    rows: 1,
    after: ['documents', 'late_fee_rules'],
    values: {
      ...{ invoice_id: idOf('documents', 6), rule_id: idOf('late_fee_rules', 1), fee_invoice_id: idOf('documents', 5) },
      ...{ occurrence: () => '1', amount: () => '10.00', currency: () => "'USD'" },
      ...{ first_day: () => "'2026-01-01'", last_day: () => "'2026-01-31'" },
    },
  },
  scheduled_sends: {
    rows: 1,
    values: {
      document_id: idOf('documents', 6),
      customer_id: idOf('customers', 1),
      time: () => "'08:00'",
      time_zone: () => "'Europe/Berlin'",
    },
  },
  statement_schedules: {
    rows: 1,
    values: {
      day_of_month: () => '1',
      time: () => "'08:00'",
      time_zone: () => "'Europe/Berlin'",
      sends_to: () => "'balance'",
    },
  },
  statement_runs: { rows: 1, values: { period: () => "'2026-01-01'" } },
  statement_run_customers: {
    rows: 1,
    after: ['statement_runs'],
    values: { period: () => "'2026-01-01'", outcome: () => "'skipped'" },
  },
  recurring_versions: { rows: 1, values: { recurring_id: idOf('recurring_invoices', 1) } },
  saved_cards: {
    rows: 2,
    after: ['payment_attempts'],
    values: {
      customer_id: idOf('customers', 1),
      attempt_id: (u: number, n: number) => `'attempt ${u}-${n}'`,
      max_amount: (_: number, n: number) => (n === 1 ? '100.00' : 'null'),
      currency: (_: number, n: number) => (n === 1 ? "'USD'" : 'null'),
      revoked_at: (_: number, n: number) => (n === 1 ? 'null' : "'2026-02-01T00:00:00Z'"),
      revoked_by: (_: number, n: number) => (n === 1 ? 'null' : "'customer'"),
    },
  },
  automatic_payments: {
    rows: 2,
    after: ['documents', 'payment_attempts'],
    values: {
      document_id: (u: number, n: number) => idOf('documents', n + 4)(u, n),
      card_id: idOf('saved_cards', 1),
      amount: () => '10.00',
      currency: () => "'USD'",
      status: (_: number, n: number) => (n === 1 ? "'announced'" : "'stopped'"),
      next_at: (_: number, n: number) => (n === 1 ? "'2026-02-28T07:00:00Z'" : 'null'),
      attempt_id: (u: number, n: number) => (n === 1 ? 'null' : `'attempt ${u}-1'`),
    },
  },
  recurring_runs: {
    rows: 2,
    after: ['documents'],
    values: {
      recurring_id: idOf('recurring_invoices', 1),
      day: (_: number, n: number) => `'2026-01-0${n}'`,
      outcome: (_: number, n: number) => (n === 1 ? "'made'" : "'skipped'"),
      reason: (_: number, n: number) => (n === 1 ? 'null' : "'Skipped by you'"),
      document_id: (u: number, n: number) => (n === 1 ? idOf('documents', 5)(u, n) : 'null'),
    },
  },
})
