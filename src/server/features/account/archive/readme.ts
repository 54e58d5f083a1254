/**
 * What the archive says of itself.
 * @param madeAt when its data was read
 */
export const formatReadme = ({ email, madeAt }: { email: string | null; madeAt: Date }): string =>
  `Everything that Billfold keeps of ${email ?? 'this account'}, as it stood on ${madeAt.toISOString()} (UTC).

csv/             Spreadsheets: customers, items, invoices and their lines, estimates and their lines, expenses, payments.
json/            The same and everything else, for programs: profile, e-mails, history, payments, refunds, account.
json/deleted/    Invoices and estimates that were deleted (their numbers stay taken), and what else was deleted in the last 30 days.
pdf/invoices/    Each invoice as a PDF, drafts included.
pdf/estimates/   Each estimate as a PDF, drafts included.
receipts/        The receipts of expenses, as they are kept.
logo/            Logos, the present one and those on papers that were sent.
problems.txt     Only there when something could not be put in: what, and why.

Amounts are decimal text, such as "1250.00", in US dollars unless a currency stands beside them. Quantities and tax rates (in percent) are too.
Dates such as 2026-01-31 are calendar days. Times such as 2026-01-31T12:00:00.000Z are instants in UTC.
Statuses such as "overdue" and "expired" are those of the day on which this archive was made.
In the spreadsheets a text that a spreadsheet would run as a formula begins with a '. The JSON files have it as it is.
The JSON and CSV files are of one moment. PDFs are drawn afterwards: one of a paper that was changed in between shows the change.

Not in here: passwords, keys of payment providers, and whatever else lets somebody in.
`
