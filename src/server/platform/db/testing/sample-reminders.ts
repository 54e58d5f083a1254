type IdOf = (table: string, ...rows: number[]) => (u: number, n: number) => string

/** Values of typical rows of reminders: one that was sent, one that was skipped, an invoice and a customer without reminders. */
export const sampleReminders = (idOf: IdOf) => ({
  reminder_settings: {
    rows: 1,
    values: {
      is_enabled: () => 'true',
      time_zone: () => "'Europe/Berlin'",
      from_hour: () => '9',
      until_hour: () => '17',
      weekdays: () => "'{1,2,3,4,5}'",
      problem: () => "'You have sent 50 emails today.'",
      problem_since: () => "'2026-01-05T09:00:00Z'",
    },
  },
  reminder_rules: { rows: 2, after: ['reminder_settings'], values: { offset_days: (_: number, n: number) => String(n * 7) } },
  reminder_emails: { rows: 1, values: { customer_id: idOf('customers', 1), state: () => "'accepted'", is_manual: () => 'false' } },
  reminders: {
    rows: 2,
    after: ['documents', 'reminder_emails'],
    values: {
      document_id: idOf('documents', 5),
      offset_days: (_: number, n: number) => String(n * 7),
      email_id: (u: number, n: number) => (n === 1 ? idOf('reminder_emails', 1)(u, n) : 'null'),
      reason: (_: number, n: number) => (n === 1 ? 'null' : "'Skipped by you.'"),
    },
  },
  reminder_opt_outs: {
    rows: 2,
    after: ['documents'],
    values: {
      document_id: (u: number, n: number) => (n === 1 ? idOf('documents', 6)(u, n) : 'null'),
      customer_id: (u: number, n: number) => (n === 2 ? idOf('customers', 1)(u, n) : 'null'),
      cause: (_: number, n: number) => (n === 1 ? "'disputed'" : "'unsubscribed'"),
    },
  },
})
