import type { FieldValues } from 'react-hook-form'
import type { z } from 'zod'
import type { estimateEndpoints } from '#shared/contract/endpoints/estimates.ts'
import { documentInfo } from '#shared/record-types.ts'
import type { MailedKind } from '#web/documents/list/document-kind.ts'
import { toTitle } from '#web/entity/entity.ts'
import { call } from '#web/lib/api/client.ts'
import type { FormConfig, Stored } from './form-config.ts'
import { type SavedDocument, toDraft } from './form-draft.ts'
import { type CheckedAmounts, formResolver } from './form-resolver.ts'
import { suggestNumber } from './initial-draft.ts'

/** The calls of a type of document that begins as a draft. */
export const getDraftCalls = (kind: Pick<MailedKind<never>, 'email'>) => kind.email.endpoints as typeof estimateEndpoints

type Usual = 'isInBooks' | 'termsExample' | 'own' | 'describeItem' | 'picksOne'
type Own = Pick<FormConfig, 'hasPaymentTerms' | 'defaults' | 'adjustTerms' | 'proposeBusiness'> &
  Partial<Pick<FormConfig, Usual>> & {
    /** The label of the terms. */
    terms?: string
  }

/** The form of a type of document that begins as a draft, and how saved ones get into it. */
export const defineDrafts = <Saved extends SavedDocument>(
  kind: Pick<MailedKind<never>, 'type' | 'email'>,
  { terms = 'Terms', own, ...others }: Own,
) => {
  const { noun, numberField, numberPrefix, end, ownTexts } = documentInfo[kind.type]
  const { nextNumber, one } = getDraftCalls(kind)
  const endField = end!.field
  const config: FormConfig = {
    noun,
    labels: { number: `${toTitle(noun)} Number`, endDate: toTitle(end!.label), notes: 'Notes', terms },
    notesExample: 'Anything your customer should know',
    fields: { number: numberField, endDate: endField },
    suggestNumber: (date) =>
      suggestNumber(
        numberPrefix.slice(0, -1),
        date,
        async (signal) => Object.values(await call(nextNumber, { query: { date }, signal }))[0]!,
      ),
    describeItem: (item) => item.name,
    isInBooks: false,
    termsExample: '',
    own: { ...Object.fromEntries(Object.entries(ownTexts).map(([name, label]) => [name, { label: toTitle(label) }])), ...own },
    ...others,
  }
  const stored: Stored<Saved> = {
    read: async (id, signal) => (await call(one, { params: { id }, signal })) as SavedDocument as Saved,
    toDraft: (saved) => {
      const read = (name: string) => String((saved as Readonly<Record<string, unknown>>)[name] ?? '')
      return {
        ...toDraft(saved, { number: read(numberField), endDate: read(endField) }),
        ...Object.fromEntries(Object.keys(config.own).map((name) => [name, read(name)])),
      }
    },
  }
  return { config, stored }
}

/** With the form that the contract has for it, where creating and editing ask for the same. */
export const defineDraftForm = <Saved extends SavedDocument>(
  kind: Parameters<typeof defineDrafts>[0],
  contract: z.ZodType<FieldValues & CheckedAmounts>,
  own: Own,
) => {
  const drafts = defineDrafts<Saved>(kind, own)
  return { ...drafts, resolver: formResolver(contract, drafts.config) }
}
export type Drafts<Saved extends SavedDocument> = ReturnType<typeof defineDraftForm<Saved>>
