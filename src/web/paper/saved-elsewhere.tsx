import { useFormContext, useWatch } from 'react-hook-form'
import { VersionConflict } from '#web/entity/conflict.tsx'
import { useCustomer } from '#web/pick/customer-picker.tsx'
import type { FormDraft, SavedDocument } from './form-draft.ts'
import type { FormConfig } from './form-kind.ts'
import { type DocumentVersion, describeVersion } from './versions.ts'

type Props = {
  kind: FormConfig
  /** What somebody else saved meanwhile, and how the form would show it. */
  current: SavedDocument
  shown: FormDraft
  /** Whom the paper was for when it was opened. */
  customerName: string
  keepMine: () => void
  takeTheirs: () => void
}

/** The button that was pressed may be a screen below. */
const intoSight = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' })

/** Both versions, field by field, with the choice between them. */
export const DocumentVersionConflict = ({ kind, current, shown, customerName, keepMine, takeTheirs }: Props) => {
  const { control, getValues } = useFormContext<FormDraft>()
  const customer = useCustomer(Number(useWatch({ control, name: 'customerId' })) || null)
  const typed: DocumentVersion = { draft: getValues(), customer: customer?.name ?? customerName, whose: 'yours' }
  return (
    <div ref={intoSight}>
      <VersionConflict
        typed={typed}
        current={{ draft: shown, customer: current.customer.name, whose: 'theirs' }}
        describeFields={describeVersion(kind, typed.draft, shown)}
        keepMine={keepMine}
        takeTheirs={takeTheirs}
      />
    </div>
  )
}
