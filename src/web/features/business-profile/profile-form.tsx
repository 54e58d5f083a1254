import { useState } from 'react'
import { FormProvider } from 'react-hook-form'
import type { BusinessProfileWire } from '#shared/api/business-profile.ts'
import { VersionConflict } from '#web/entity/conflict.tsx'
import { useAuthState } from '#web/lib/current-user.ts'
import { useMediaQuery } from '#web/lib/use-media.ts'
import { DraftOffer } from '#web/ui/draft-offer.tsx'
import { useUnsavedChanges } from '#web/ui/use-unsaved.ts'
import { getAccounts } from './accounts.ts'
import { AddressSection, BusinessSection } from './business-section.tsx'
import type { Provider } from './calls.ts'
import { DocumentDefaultsSection } from './new-papers-section.tsx'
import { PaymentsSection } from './payments-section.tsx'
import { PreviewPanel } from './preview-panel.tsx'
import { firstValues, type KeyField, type Values } from './profile-values.ts'
import { getFieldText, unsavedQuestion } from './profile-words.ts'
import { providerLabels } from './providers.ts'
import { SaveBar } from './save-bar.tsx'
import { DesignSection } from './style-section.tsx'
import { usePreview } from './use-preview.ts'
import { useProfileForm } from './use-profile-form.ts'
import { useDisconnect } from './use-save-profile.ts'
import { getDefaultPageSize } from './usual-paper.ts'

const intoSight = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'center' })

// Header and foot lie over the page: what gets the focus comes to rest between them.
const clearOfBars =
  'grid min-w-0 gap-4 sm:gap-6 [&_:is(input,select,textarea,button)]:scroll-mt-24 [&_:is(input,select,textarea,button)]:scroll-mb-40'

const without = (provider: Provider, typed: Partial<Values>): Partial<Values> => {
  const keys = providerLabels[provider].keys.map(([name]) => name)
  return Object.fromEntries(Object.entries(typed).filter(([name]) => !keys.includes(name as KeyField)))
}

/** The business profile as one form, with a sample paper that follows it. */
const ProfileForm = ({ profile }: { profile: BusinessProfileWire | null }) => {
  const who = useAuthState()
  const [first] = useState(() => firstValues(who.state === 'user' ? who.user : undefined, getDefaultPageSize(navigator.language)))
  const used = useProfileForm(profile, first)
  const { form, saved, stale, isDirty } = used
  const preview = usePreview(form)
  const isWide = useMediaQuery('(min-width: 80rem)')
  const isPhone = useMediaQuery('(max-width: 39.99rem)')
  const { disconnect, disconnecting } = useDisconnect(saved, (now, provider) => used.rebase(now, without(provider, used.changes())))
  useUnsavedChanges(isDirty, unsavedQuestion)

  return (
    <FormProvider {...form}>
      {stale && (
        <div ref={intoSight}>
          <VersionConflict {...stale} describeFields={getFieldText} />
        </div>
      )}
      <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_24rem]">
        <form ref={used.element} noValidate onSubmit={used.submit} aria-label="Business profile" className={clearOfBars}>
          <div className="empty:hidden">
            <DraftOffer draft={used.local} what="unsaved changes of your profile" onContinue={used.goOn} />
          </div>
          {!saved && (
            <p className="text-muted">
              Your name and your look, as customers see them. Start with the name; everything else can follow when you need it.
            </p>
          )}
          <BusinessSection />
          <AddressSection />
          <DesignSection preview={isWide ? undefined : <PreviewPanel {...preview} shape={isPhone ? 'strip' : 'beside'} />} />
          <DocumentDefaultsSection />
          <PaymentsSection
            kept={used.kept}
            accounts={getAccounts(saved)}
            saving={used.saving}
            disconnect={disconnect}
            disconnecting={disconnecting}
          />
          <SaveBar
            exists={saved !== null}
            dirty={isDirty}
            saving={used.saving}
            saves={used.saves}
            failure={used.failure}
            wrong={used.wrong}
          />
        </form>
        {isWide && (
          <div className="sticky top-22">
            <PreviewPanel {...preview} shape="beside" />
          </div>
        )}
      </div>
    </FormProvider>
  )
}

export default ProfileForm
