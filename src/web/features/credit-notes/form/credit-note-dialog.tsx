import type { z } from 'zod'
import { type CreditNoteWire, creditNoteForm, type creditNotesApi } from '#shared/contract/credit-notes.ts'
import { creditNoteEndpoints } from '#shared/contract/endpoints/credit-notes.ts'
import type { WireReplyOf } from '#shared/endpoint.ts'
import { formatMoney } from '#shared/money.ts'
import { DocumentDialog, type FormStart } from '#web/documents/form/document-dialog.tsx'
import { DocumentForm } from '#web/documents/form/document-form.tsx'
import type { FormConfig } from '#web/documents/form/form-config.ts'
import { formResolver, withTotals } from '#web/documents/form/form-resolver.ts'
import { useDocumentForm } from '#web/documents/form/use-document-form.ts'
import { useViewAction } from '#web/documents/list/panel-route.ts'
import { refreshInvoices } from '#web/documents/payments/refresh-invoices.ts'
import type { FormEnds } from '#web/kit/use-record-form.tsx'
import { call } from '#web/lib/api/client.ts'
import type { NewDocument } from '#web/lib/dialogs/new-document.ts'
import { Button } from '#web/ui/button.tsx'

/** Of a credit note without an invoice; its number is drawn when it is issued. */
const config: FormConfig = {
  noun: 'credit note',
  labels: { number: '', endDate: '', notes: 'Reason', terms: '' },
  notesExample: 'e.g. Rebate for the year',
  termsExample: '',
  fields: { number: 'creditNoteNumber', endDate: '' },
  isInBooks: true,
  own: {},
  defaults: () => ({ daysToEnd: 0, notes: '', terms: '' }),
  suggestNumber: async () => '',
  describeItem: (item) => item.name,
}

const form = creditNoteForm.required({ currency: true })
type Checked = z.output<typeof form>
type Body = ReturnType<typeof withTotals<Checked>>
type Issued = WireReplyOf<typeof creditNotesApi.create>

const resolver = formResolver(form, config)

const CreditNoteForm = ({ start, ...ends }: { start: FormStart<CreditNoteWire> } & FormEnds) => {
  const viewAction = useViewAction('/credit-notes')
  const state = useDocumentForm<CreditNoteWire, Checked, Body, Issued>({
    ...{ ...ends, config, start, resolverFor: () => resolver },
    save: (body, request) => call(creditNoteEndpoints.create, { body, ...request }),
    done: ({ creditNote: { id, creditNoteNumber, total, currency, customer } }) => ({
      title: 'Credit note issued',
      description: `${creditNoteNumber}: ${formatMoney(total, currency)} of credit for ${customer.name}.`,
      action: viewAction(id),
    }),
    refresh: refreshInvoices,
    failed: 'Failed to issue the credit note. Please try again.',
  })
  return (
    <DocumentForm
      state={state}
      buttons={
        <Button pending={state.pending !== undefined} onClick={state.submit((checked) => withTotals(checked))}>
          {state.pending ? 'Issuing...' : 'Issue Credit Note'}
        </Button>
      }
    />
  )
}

type Props = NewDocument & { open: boolean; onClose: () => void }

/** Its total becomes credit of the customer. */
export default function CreditNoteDialog(dialog: Props) {
  return (
    <DocumentDialog<CreditNoteWire> title="New Credit Note" config={config} {...dialog}>
      {(start, ends) => <CreditNoteForm start={start} {...ends} />}
    </DocumentDialog>
  )
}
