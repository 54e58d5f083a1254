import type { ComponentProps, ReactNode } from 'react'
import { withTaxRates } from '#web/documents/lines/tax-rates.ts'
import { FormDialog } from '#web/kit/form-dialog.tsx'
import type { FormEnds } from '#web/kit/use-record-form.tsx'
import type { FormConfig, Stored } from './form-config.ts'
import type { FormDraft, SavedDocument } from './form-draft.ts'
import { FormSkeleton } from './form-skeleton.tsx'
import { loadInitialDraft } from './initial-draft.ts'

export type FormStart<Saved> = {
  draft: FormDraft
  /** From issue date to end date, until the user edits the end date. Not of a saved one: its dates are independent. */
  days?: number
  saved?: Saved
  /** One that an earlier dialog left; not for copies. */
  offersDraft: boolean
}

type Props<Saved extends SavedDocument> = {
  title: string
  config: FormConfig
  stored?: Stored<Saved>
  /** Undefined for a new one. */
  id?: number | undefined
  customerId?: number | undefined
  /** All but number, dates and status is copied. */
  copyOf?: number | undefined
  open: boolean
  onClose: () => void
  next?: ComponentProps<typeof FormDialog>['next']
  children: (start: FormStart<Saved>, ends: FormEnds) => ReactNode
}

/** A saved document is read again because the list may be outdated. */
export const DocumentDialog = <Saved extends SavedDocument>({ config, stored, id, customerId, copyOf, ...dialog }: Props<Saved>) => (
  <FormDialog<FormStart<Saved>>
    {...dialog}
    size="editor"
    question={`Discard ${id === undefined ? `this ${config.noun}` : 'your changes'}? What you typed will be lost.`}
    name={config.noun}
    load={async (signal, client) => {
      const read = (of: number) => withTaxRates(stored!.read(of, signal))
      if (id !== undefined) {
        const saved = await read(id)
        return { draft: stored!.toDraft(saved), saved, offersDraft: true }
      }
      const original = copyOf === undefined ? undefined : read(copyOf).then(stored!.toDraft)
      return { ...(await loadInitialDraft(client, config, { customerId, original })), offersDraft: !original }
    }}
    fallback={<FormSkeleton />}
  />
)
