import { useState } from 'react'
import { FormProvider } from 'react-hook-form'
import type { BusinessProfileWire } from '#shared/api/business-profile.ts'
import { Conflict } from '#web/entity/conflict.tsx'
import { useSignedIn } from '#web/lib/current-user.ts'
import { useMedia } from '#web/lib/use-media.ts'
import { DraftOffer } from '#web/ui/draft-offer.tsx'
import { useUnsaved } from '#web/ui/use-unsaved.ts'
import { accountsOf } from './accounts.ts'
import { AddressSection, BusinessSection } from './business-section.tsx'
import type { Provider } from './calls.ts'
import { NewPapersSection } from './new-papers-section.tsx'
import { PaymentsSection } from './payments-section.tsx'
import { PreviewPanel } from './preview-panel.tsx'
import { firstValues, type KeyField, type Values } from './profile-values.ts'
import { unsavedQuestion, wordsOf } from './profile-words.ts'
import { providers } from './providers.ts'
import { SaveBar } from './save-bar.tsx'
import { StyleSection } from './style-section.tsx'
import { usePreview } from './use-preview.ts'
import { useProfileForm } from './use-profile-form.ts'
import { useDisconnect } from './use-save-profile.ts'
import { usualPaper } from './usual-paper.ts'

const intoSight = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'center' })

// Header and foot lie over the page: what gets the focus comes to rest between them.
const clearOfBars =
  'grid min-w-0 gap-4 sm:gap-6 [&_:is(input,select,textarea,button)]:scroll-mt-24 [&_:is(input,select,textarea,button)]:scroll-mb-40'

const without = (provider: Provider, typed: Partial<Values>): Partial<Values> => {
  const keys = providers[provider].keys.map(([name]) => name)
  return Object.fromEntries(Object.entries(typed).filter(([name]) => !keys.includes(name as KeyField)))
}

/** The business profile as one form, with a sample paper that follows it. */
const ProfileForm = ({ profile }: { profile: BusinessProfileWire | null }) => {
  const who = useSignedIn()
  const [first] = useState(() => firstValues(who.state === 'user' ? who.user : undefined, usualPaper(navigator.language)))
  const used = useProfileForm(profile, first)
  const { form, saved, stale, isDirty } = used
  const preview = usePreview(form)
  const isWide = useMedia('(min-width: 80rem)')
  const isPhone = useMedia('(max-width: 39.99rem)')
  const { disconnect, disconnecting } = useDisconnect(saved, (now, provider) => used.rebase(now, without(provider, used.changes())))
  useUnsaved(isDirty, unsavedQuestion)

  return (
    <FormProvider {...form}>
      {stale && (
        <div ref={intoSight}>
          <Conflict {...stale} inWords={wordsOf} />
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
          <StyleSection preview={isWide ? undefined : <PreviewPanel {...preview} shape={isPhone ? 'strip' : 'beside'} />} />
          <NewPapersSection />
          <PaymentsSection
            kept={used.kept}
            accounts={accountsOf(saved)}
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
