import { type ReactNode, useState } from 'react'
import { FormProvider } from 'react-hook-form'
import type { BusinessProfileWire } from '#shared/contract/business-profile.ts'
import { VersionConflict } from '#web/entity/version-conflict.tsx'
import { SaveBar } from '#web/kit/save-bar.tsx'
import { useVisited } from '#web/kit/settings-sections.ts'
import { getLanguage } from '#web/lib/format/language.ts'
import { getPageSize, getRegion } from '#web/lib/format/region.ts'
import { useAuthState } from '#web/lib/session/current-user.ts'
import { useMediaQuery } from '#web/lib/use-media-query.ts'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { DraftOffer } from '#web/ui/draft-offer.tsx'
import { FormError } from '#web/ui/form-failure.tsx'
import { SavePendingNotice } from '#web/ui/save-pending-notice.tsx'
import { useUnsavedChanges } from '#web/ui/use-unsaved-changes.ts'
import { AddressSection, BusinessSection } from './business/business-section.tsx'
import { DesignSection } from './design/design-section.tsx'
import { DocumentDefaultsSection } from './document-defaults-section.tsx'
import type { Provider } from './form/api.ts'
import { getFieldText, unsavedQuestion } from './form/profile-labels.ts'
import { firstValues, type KeyField, type Values } from './form/profile-values.ts'
import { getFields, isPrinted, type SectionId } from './form/sections.ts'
import { getAccounts } from './payments/account-status.ts'
import { PaymentsSection } from './payments/payments-section.tsx'
import { providerLabels } from './payments/provider-labels.ts'
import { PreviewPanel } from './preview/preview-panel.tsx'
import { usePreview } from './preview/use-preview.ts'
import { TaxRatesCard } from './taxes/tax-rates-card.tsx'
import { TaxesSection } from './taxes/taxes-section.tsx'
import { useProfileForm } from './use-profile-form.ts'
import { useDisconnect } from './use-save-profile.ts'

const joinLabels = (labels: readonly string[]) => new Intl.ListFormat('en').format(labels)

const ProfileSaveBar = ({ state, section }: { state: ReturnType<typeof useProfileForm>; section: SectionId }) => {
  const { saved, isDirty, unsaved, saving, saves, failure, errorCount } = state
  const isFloating = isDirty || saving || failure !== undefined || errorCount > 0
  const status =
    errorCount > 0
      ? `${errorCount} ${errorCount === 1 ? 'field needs' : 'fields need'} attention`
      : unsaved.some(({ id }) => id !== section)
        ? `Unsaved changes in ${joinLabels(unsaved.map(({ label }) => label))}`
        : isDirty
          ? 'Unsaved changes'
          : saved
            ? 'All changes saved'
            : 'Only the name is required'
  return (
    <SaveBar isFloating={isFloating} status={status} className="sm:mx-0">
      <FormError failure={failure} className="-order-1 w-full" />
      <SavePendingNotice saves={saves} />
      <Button type="submit" variant={isFloating || !saved ? 'primary' : 'secondary'} pending={saving}>
        {saving ? 'Saving...' : saved ? 'Update Profile' : 'Create Profile'}
      </Button>
    </SaveBar>
  )
}

const scrollIntoView = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'center' })

// Header and footer cover the page: a focused field scrolls to between them.
const clearOfBars =
  'grid min-w-0 grid-cols-1 gap-4 sm:gap-6 [&_:is(input,select,textarea,button)]:scroll-mt-6 [&_:is(input,select,textarea,button)]:scroll-mb-24'

const without = (provider: Provider, typed: Partial<Values>): Partial<Values> => {
  const keys = providerLabels[provider].keys.map(([name]) => name)
  return Object.fromEntries(Object.entries(typed).filter(([name]) => !keys.includes(name as KeyField)))
}

type FormProps = { profile: BusinessProfileWire | null; section: SectionId; openSection: (id: SectionId) => void }

const ProfileForm = ({ profile, section, openSection }: FormProps) => {
  const who = useAuthState()
  const [first] = useState(() => firstValues(who.state === 'user' ? who.user : undefined, getPageSize(getRegion(getLanguage()))))
  const state = useProfileForm(profile, first, { section, openSection })
  const { form, saved, conflict, isDirty } = state
  const preview = usePreview(form)
  const isWide = useMediaQuery('(min-width: 80rem)')
  const isPhone = useMediaQuery('(max-width: 39.99rem)')
  const { disconnect, disconnecting } = useDisconnect(saved, (now, provider) => state.rebase(now, without(provider, state.changes())))
  useUnsavedChanges(isDirty, unsavedQuestion)
  const visited = useVisited(section)
  const show = (id: SectionId, content: ReactNode) => visited.has(id) && <div hidden={id !== section}>{content}</div>
  const hasPreview = isWide && isPrinted(section)

  return (
    <FormProvider {...form}>
      <div hidden={getFields(section).length === 0}>
        {conflict && (
          <div ref={scrollIntoView}>
            <VersionConflict {...conflict} describeFields={getFieldText} />
          </div>
        )}
        <div
          className={cx(
            'grid items-start gap-6',
            hasPreview && 'grid-cols-[minmax(0,1fr)_21rem] min-[96rem]:grid-cols-[minmax(0,1fr)_24rem]',
          )}
        >
          <div className="grid min-w-0 grid-cols-1 gap-4 sm:gap-6">
            {show('taxes', <TaxRatesCard />)}
            <form ref={state.element} noValidate onSubmit={state.submit} aria-label="Business profile" className={clearOfBars}>
              <div className="empty:hidden">
                <DraftOffer draft={state.local} what="unsaved changes of your profile" onContinue={state.resumeDraft} />
              </div>
              {!saved && (
                <p className="text-muted">How customers see your business. Only the name is required; add the rest when you need it.</p>
              )}
              {show('business', <BusinessSection />)}
              {show('address', <AddressSection />)}
              {show(
                'design',
                <DesignSection preview={isWide ? undefined : <PreviewPanel {...preview} shape={isPhone ? 'strip' : 'beside'} />} />,
              )}
              {show('defaults', <DocumentDefaultsSection />)}
              {show(
                'payments',
                <PaymentsSection
                  savedKeys={state.savedKeys}
                  accounts={getAccounts(saved)}
                  saving={state.saving}
                  disconnect={disconnect}
                  disconnecting={disconnecting}
                />,
              )}
              {show('taxes', <TaxesSection />)}
              <ProfileSaveBar state={state} section={section} />
            </form>
          </div>
          {hasPreview && (
            <div className="sticky top-20">
              <PreviewPanel {...preview} shape="beside" />
            </div>
          )}
        </div>
      </div>
    </FormProvider>
  )
}

export default ProfileForm
