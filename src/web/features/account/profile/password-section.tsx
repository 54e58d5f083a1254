import type { Account } from '#shared/contract/account.ts'
import { LazyDisclosure } from '#web/features/account/form/disclosure.tsx'
import { Section } from '#web/features/account/form/section.tsx'

const loadForm = () => import('./password-form.tsx')

export const PasswordSection = ({ account: { email } }: { account: Account }) => (
  <Section id="password" title="Password" text="When you change it, all your other devices are signed out.">
    <LazyDisclosure label="Change password" load={loadForm}>
      {({ PasswordForm }, close) => <PasswordForm email={email} close={close} />}
    </LazyDisclosure>
  </Section>
)
